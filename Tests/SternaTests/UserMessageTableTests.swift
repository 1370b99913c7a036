import Sterna
import Testing

/// Every French and Arabic message, word for word; the English ones are in `UserMessageTests`.
@Suite struct UserMessageTableTests {
    @Test func `every French text is as it was agreed`() {
        #expect(Self.french.map(\.0) == UserMessage.allCases)
        for (message, text) in Self.french { #expect(message.text(in: .french) == text) }
    }

    @Test func `every Arabic text is as it was agreed`() {
        #expect(Self.arabic.map(\.0) == UserMessage.allCases)
        for (message, text) in Self.arabic { #expect(message.text(in: .arabic) == text) }
    }

    private static let french: [(UserMessage, String)] = [
        (.appMistake, "L’application a commis une erreur. Merci de la signaler."),
        (.sendAgain, "L’envoi doit être refait. Veuillez réessayer."),
        (.signIn, "Veuillez vous reconnecter."),
        (.refused, "Le serveur a refusé cette demande."),
        (.invalidInput, "Une information saisie n’a pas été acceptée. Vérifiez-la et réessayez."),
        (.forbidden, "Vous n’êtes pas autorisé à faire cela."),
        (.notFound, "Cet élément est introuvable. Il a peut-être été supprimé."),
        (.conflict, "Cet élément a été modifié entre-temps. Rechargez-le et réessayez."),
        (.tooBigToSend, "C’est trop volumineux pour être envoyé."),
        (.tooManyRequests, "Trop de demandes. Patientez un instant, puis réessayez."),
        (.serverProblem, "Le serveur rencontre un problème. Réessayez dans un instant."),
        (.serverInTrouble, "Le serveur ne répond plus correctement. Réessayez dans une minute."),
        (.offline, "Pas de connexion. Vérifiez votre réseau."),
        (.hostNotFound, "Le serveur est introuvable. Vérifiez votre réseau."),
        (.unreachable, "Le serveur est injoignable. Réessayez plus tard."),
        (.proxy, "Le proxy de ce réseau n’a pas laissé passer la demande."),
        (.insecure, "Impossible d’établir une connexion sécurisée. Essayez un autre réseau."),
        (.wrongClock, "Impossible d’établir une connexion sécurisée. Vérifiez la date et l’heure de l’appareil."),
        (.unverified, "Le serveur n’a pas pu prouver son identité. Essayez un autre réseau."),
        (.wrongServer, "Un autre serveur que celui demandé a répondu. Essayez un autre réseau."),
        (.weakSecurity, "Le serveur ne propose qu’une connexion sécurisée obsolète."),
        (.noAuthorities, "Cet appareil ne sait à qui faire confiance. Contactez la personne qui s’en occupe."),
        (.connectionLost, "La connexion a été interrompue. Réessayez."),
        (.tooSlow, "Le serveur met trop de temps à répondre. Réessayez."),
        (.outcomeUnknown, "Il n’est pas certain que l’envoi ait abouti. Vérifiez avant de recommencer."),
        (.notUnderstood, "La réponse du serveur est illisible. Réessayez plus tard."),
        (.incomplete, "La réponse du serveur est incomplète. Réessayez."),
        (.tooLarge, "La réponse du serveur est trop volumineuse."),
        (.fileProblem, "Un fichier n’a pas pu être lu ou enregistré. Vérifiez l’espace disponible."),
    ]

    private static let arabic: [(UserMessage, String)] = [
        (.appMistake, "حدث خطأ في التطبيق. يُرجى الإبلاغ عنه."),
        (.sendAgain, "يجب إعادة الإرسال. يُرجى المحاولة مرة أخرى."),
        (.signIn, "يُرجى تسجيل الدخول من جديد."),
        (.refused, "رفض الخادم هذا الطلب."),
        (.invalidInput, "لم تُقبل بعض البيانات المُدخلة. تحقّق منها وحاول مرة أخرى."),
        (.forbidden, "لا يُسمح لك بالقيام بذلك."),
        (.notFound, "تعذّر العثور على هذا العنصر. ربما تم حذفه."),
        (.conflict, "تغيّر هذا العنصر في هذه الأثناء. أعد تحميله وحاول مرة أخرى."),
        (.tooBigToSend, "حجم هذا العنصر أكبر من أن يُرسل."),
        (.tooManyRequests, "طلبات كثيرة جدًا. انتظر قليلًا ثم حاول مرة أخرى."),
        (.serverProblem, "يواجه الخادم مشكلة. حاول مرة أخرى بعد قليل."),
        (.serverInTrouble, "تكرّر تعطّل الخادم. حاول مرة أخرى بعد دقيقة."),
        (.offline, "لا يوجد اتصال. تحقّق من شبكتك."),
        (.hostNotFound, "تعذّر العثور على الخادم. تحقّق من شبكتك."),
        (.unreachable, "يتعذّر الوصول إلى الخادم. حاول مرة أخرى لاحقًا."),
        (.proxy, "لم يسمح وكيل هذه الشبكة بمرور الطلب."),
        (.insecure, "تعذّر إنشاء اتصال آمن. جرّب شبكة أخرى."),
        (.wrongClock, "تعذّر إنشاء اتصال آمن. تحقّق من التاريخ والوقت على هذا الجهاز."),
        (.unverified, "تعذّر التحقّق من هوية الخادم. جرّب شبكة أخرى."),
        (.wrongServer, "ردّ خادم غير الخادم المطلوب. جرّب شبكة أخرى."),
        (.weakSecurity, "لا يوفّر الخادم سوى نوع قديم من الاتصال الآمن."),
        (.noAuthorities, "لا توجد على هذا الجهاز قائمة بالجهات الموثوقة. تواصل مع المسؤول عنه."),
        (.connectionLost, "انقطع الاتصال. حاول مرة أخرى."),
        (.tooSlow, "يستغرق الخادم وقتًا طويلًا في الرد. حاول مرة أخرى."),
        (.outcomeUnknown, "ليس مؤكدًا أن الطلب قد نُفّذ. تحقّق قبل إرساله مرة أخرى."),
        (.notUnderstood, "تعذّرت قراءة رد الخادم. حاول مرة أخرى لاحقًا."),
        (.incomplete, "وصل رد الخادم غير مكتمل. حاول مرة أخرى."),
        (.tooLarge, "رد الخادم أكبر من المسموح به."),
        (.fileProblem, "تعذّرت قراءة ملف أو حفظه. تحقّق من المساحة المتاحة."),
    ]
}
