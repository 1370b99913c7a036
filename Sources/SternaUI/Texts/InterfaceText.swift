public import Sterna

/// What the views say; each language has a text for each.
public nonisolated enum InterfaceText: String, Hashable, Sendable, CaseIterable {
    /// While something is loaded.
    case loading
    /// On the button after a failure.
    case tryAgain
    /// On the banner without a network.
    case noConnection
    /// On the button that sends.
    case upload
    /// While something is sent.
    case uploading
    /// When it was sent.
    case uploaded
    /// On the button that ends it.
    case cancel
    /// Where a list is empty.
    case nothingHere

    /// The text in a language. Default: the person's.
    public func text(in language: Language = .preferred) -> String {
        Self.table(of: language)[self] ?? Self.english[self] ?? rawValue
    }

    /// All texts of a language.
    static func table(of language: Language) -> [InterfaceText: String] {
        switch language {
        case .english: english
        case .french: french
        case .arabic: arabic
        }
    }
}

nonisolated extension InterfaceText {
    static let english: [InterfaceText: String] = [
        .loading: "Loading…", .tryAgain: "Try again", .noConnection: "No connection", .upload: "Upload",
        .uploading: "Uploading…", .uploaded: "Uploaded", .cancel: "Cancel", .nothingHere: "Nothing here yet",
    ]

    static let french: [InterfaceText: String] = [
        .loading: "Chargement…", .tryAgain: "Réessayer", .noConnection: "Pas de connexion", .upload: "Envoyer",
        .uploading: "Envoi en cours…", .uploaded: "Envoyé", .cancel: "Annuler", .nothingHere: "Rien pour le moment",
    ]

    static let arabic: [InterfaceText: String] = [
        .loading: "جارٍ التحميل…", .tryAgain: "أعد المحاولة", .noConnection: "لا يوجد اتصال", .upload: "إرسال",
        .uploading: "جارٍ الإرسال…", .uploaded: "تم الإرسال", .cancel: "إلغاء", .nothingHere: "لا شيء هنا بعد",
    ]
}
