"""The ludemes of the language, one small class each; `ludens.ludemes.registry` finds them by walking this package."""
