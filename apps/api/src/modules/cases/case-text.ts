import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * Normalizes text for comparison: lower case, no accents, no dotless i (Yıldız, Yildiz), and one spelling for what German
 * writes in two ways (Müller, Mueller, Muller; Straße, Strasse). Stored texts and search texts go through the same function.
 */
export const normalizeSearchText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ø", "o")
    .replaceAll("đ", "d")
    .replaceAll("ł", "l")
    .replaceAll("ı", "i")
    .replaceAll("æ", "a")
    .replaceAll("œ", "o")
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll(/[^\p{L}\p{N}+@._-]+/gu, " ")
    .trim();

const SEARCH_WORDS_MAX = 8;

/** Words of a search text. A telephone number is found with and without its leading zeros or plus. */
export const searchWordsOf = (text: string): string[] =>
  [...new Set(normalizeSearchText(text).split(" "))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, SEARCH_WORDS_MAX)
    .map((word) => (/^[0+]\d{5,}$/.test(word) ? word.replace(/^(00|0|\+)/, "") : word));

const SPELLINGS_OF_EI = ["ei", "ai", "ey", "ay"] as const;
/** Spellings of a name: Meier, Maier, Meyer and Mayer sound the same on the telephone. */
export const soundalikeSpellingsOf = (word: string): string[] =>
  /[ae][iy]/.test(word) ? SPELLINGS_OF_EI.map((sound) => word.replaceAll(/[ae][iy]/g, sound)) : [word];

/** Number as it is dialled within its country, digits alone; undefined for what is no number. */
export const toNationalPhoneDigits = (number: string): string | undefined =>
  parsePhoneNumberFromString(number, { extract: false })?.formatNational().replaceAll(/\D/g, "");
