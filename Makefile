# Every name is a script in Scripts/, which can be called by itself and takes arguments.
.PHONY: demo test check docs sanitize install adopter format bench soak simulate example
demo test check docs sanitize install adopter format bench soak simulate example:
	@Scripts/$@
