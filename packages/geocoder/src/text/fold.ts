/**
 * Folding makes one key of all ways to write a name: case, accents, umlauts written out, hyphens, spaces and the usual
 * abbreviations. Names in the index and words of a query go through the same function, so that both sides meet.
 */

/** Length at which longer texts are cut: no address needs more, and the time of an answer stays bounded. */
export const ADDRESS_TEXT_LENGTH_MAX = 200;

const specialLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Lower case without accents; punctuation stays. Composed and decomposed input give the same. */
export function foldAddressText(text: string): string {
  return text
    .slice(0, ADDRESS_TEXT_LENGTH_MAX)
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => specialLetters[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/** Abbreviations that stand alone, with or without their dot. A map has no "constructor", as an object would. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    str: "strasse",
    strase: "strasse",
    pl: "platz",
    st: "sankt",
    skt: "sankt",
    doktor: "dr",
    professor: "prof",
    burgermeister: "bgm",
    ingenieur: "ing",
    dipl: "diplom",
  }),
);

/** Abbreviations that mean this only with their dot. */
const dottedAbbreviations: ReadonlyMap<string, string> = new Map([
  ...abbreviations,
  ...Object.entries({ a: "am", b: "bei", g: "gasse", gr: "gross", i: "im", kl: "klein", o: "ob", u: "und" }),
]);

const abbreviatedEndings: readonly (readonly [RegExp, string])[] = [
  [/^(\p{L}{2,})(?:str|strase)$/u, "$1strasse"],
  [/^(\p{L}{4,})pl$/u, "$1platz"],
];
const dottedAbbreviatedEndings: readonly (readonly [RegExp, string])[] = [
  // The end of a sentence behind a whole word is no abbreviation.
  [/^(?!.*(?:[aiu]ng|ig|weg|steg|berg|burg)$)(\p{L}{3,})g$/u, "$1gasse"],
  [/^(\p{L}{3,})pl$/u, "$1platz"],
  [/^(\p{L}{3,})w$/u, "$1weg"],
];

/** Folds one word, already `plain`, to its long form, with umlauts that were written out as their bare vowels. */
export function normalizeWord(word: string, isDotted = false): string {
  const bare = word.replace(/([aou])e/g, "$1");
  const whole = (isDotted ? dottedAbbreviations : abbreviations).get(bare);
  if (whole) return whole;
  const [pattern, long] =
    (isDotted ? [...dottedAbbreviatedEndings, ...abbreviatedEndings] : abbreviatedEndings).find(([ending]) =>
      ending.test(bare),
    ) ?? [];
  return pattern && long ? bare.replace(pattern, long) : bare;
}

const wordPattern = /([\p{L}\p{N}]+)(\.)?/gu;

/** Folded words of a name. Apostrophes join, everything else that is neither letter nor digit separates. */
export function normalizedWordsOf(name: string): string[] {
  const text = expandPrepositions(foldAddressText(name))
    .replace(/['’`´]/g, "")
    .replaceAll("&", " und ");
  return Array.from(text.matchAll(wordPattern), ([, word, dot]) => normalizeWord(word ?? "", dot !== undefined));
}

/** The key of a name: its folded words without spaces. */
export const normalizedNameKey = (name: string): string => normalizedWordsOf(name).join("");

/** Expands "a. d. Donau" and "i.d. Au" as in the names of places; two single letters would otherwise be lost. */
export const expandPrepositions = (text: string): string =>
  text.replace(/\ba\.\s?d\.\s?|\ba\s?\/\s?d\s/g, "an der ").replace(/\bi\.\s?d\.\s?/g, "in der ");
