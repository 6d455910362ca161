/// The letters of the Latin script.
enum LatinLetter {
    /// The letters from a to z that people type for a letter of the Latin script who do not have it on their keyboard:
    /// `o` for Ö, ø and ộ, `ss` for ß; nil for what is no such letter.
    ///
    /// These are the letters of the blocks Latin-1 Supplement, Extended-A, Extended-B and Extended Additional that Unicode
    /// decomposes into a letter and accents, and those that names are written with besides (æ, đ, ð, ə, ħ, ı, ł, ŋ, ø, œ,
    /// ß, þ, ŧ).
    static func base(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "A", "a", "À"..."Å", "à"..."å", "Ā"..."ą", "Ə", "Ǎ", "ǎ", "Ǟ"..."ǡ", "Ǻ", "ǻ", "Ȁ"..."ȃ", "Ȧ",
            "ȧ", "ə", "Ḁ", "ḁ", "ẚ", "Ạ"..."ặ":
            "a"
        case "Æ", "æ", "Ǣ", "ǣ", "Ǽ", "ǽ": "ae"
        case "B", "b", "ƀ", "Ḃ"..."ḇ": "b"
        case "C", "c", "Ç", "ç", "Ć"..."č", "Ḉ", "ḉ": "c"
        case "D", "d", "Ð", "ð", "Ď"..."đ", "Ḋ"..."ḓ": "d"
        case "E", "e", "È"..."Ë", "è"..."ë", "Ē"..."ě", "Ɛ", "Ȅ"..."ȇ", "Ȩ", "ȩ", "ɛ", "Ḕ"..."ḝ", "Ẹ"..."ệ": "e"
        case "F", "f", "Ḟ", "ḟ": "f"
        case "G", "g", "Ĝ"..."ģ", "Ǥ"..."ǧ", "Ǵ", "ǵ", "Ḡ", "ḡ": "g"
        case "H", "h", "Ĥ"..."ħ", "Ȟ", "ȟ", "Ḣ"..."ḫ", "ẖ": "h"
        case "I", "i", "Ì"..."Ï", "ì"..."ï", "Ĩ"..."ı", "Ɨ", "Ǐ", "ǐ", "Ȉ"..."ȋ", "ɨ", "Ḭ"..."ḯ", "Ỉ"..."ị": "i"
        case "Ĳ", "ĳ": "ij"
        case "J", "j", "Ĵ", "ĵ", "ǰ": "j"
        case "K", "k", "Ķ"..."ĸ", "Ǩ", "ǩ", "Ḱ"..."ḵ": "k"
        case "L", "l", "Ĺ"..."ł", "Ḷ"..."ḽ": "l"
        case "M", "m", "Ḿ"..."ṃ": "m"
        case "N", "n", "Ñ", "ñ", "Ń"..."ŋ", "Ǹ", "ǹ", "Ṅ"..."ṋ": "n"
        case "O", "o", "Ò"..."Ö", "Ø", "ò"..."ö", "ø", "Ō"..."ő", "Ɔ", "Ơ", "ơ", "Ǒ", "ǒ", "Ǫ"..."ǭ", "Ǿ", "ǿ",
            "Ȍ"..."ȏ", "Ȫ"..."ȱ", "ɔ", "Ṍ"..."ṓ", "Ọ"..."ợ":
            "o"
        case "Œ", "œ": "oe"
        case "P", "p", "Ṕ"..."ṗ": "p"
        case "Q", "q": "q"
        case "R", "r", "Ŕ"..."ř", "Ȑ"..."ȓ", "Ṙ"..."ṟ": "r"
        case "S", "s", "Ś"..."š", "ſ", "Ș", "ș", "Ṡ"..."ṩ", "ẛ"..."ẝ": "s"
        case "ß", "ẞ": "ss"
        case "T", "t", "Ţ"..."ŧ", "Ț", "ț", "Ṫ"..."ṱ", "ẗ": "t"
        case "Þ", "þ": "th"
        case "U", "u", "Ù"..."Ü", "ù"..."ü", "Ũ"..."ų", "Ư", "ư", "Ǔ"..."ǜ", "Ȕ"..."ȗ", "Ṳ"..."ṻ", "Ụ"..."ự": "u"
        case "V", "v", "Ṽ"..."ṿ": "v"
        case "W", "w", "Ŵ", "ŵ", "Ẁ"..."ẉ", "ẘ": "w"
        case "X", "x", "Ẋ"..."ẍ": "x"
        case "Y", "y", "Ý", "ý", "ÿ", "Ŷ"..."Ÿ", "Ȳ", "ȳ", "Ẏ", "ẏ", "ẙ", "Ỳ"..."ỹ": "y"
        case "Z", "z", "Ź"..."ž", "Ẑ"..."ẕ": "z"
        default: nil
        }
    }
}
