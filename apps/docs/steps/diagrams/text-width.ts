/** Widths of Inter at weight 600, relative to the font size, slightly above what browsers measure. */
const WIDE_LETTERS = /[MW@%]/;
const NARROW_LETTERS = /[Iijl.,:;'|! ]/;
const SLIM_LETTERS = /[frtJ()_/-]/;
const CAPITAL_LETTERS = /[A-Z]/;

const widthOfLetter = (letter: string) => {
  if (WIDE_LETTERS.test(letter)) return 0.96;
  if (NARROW_LETTERS.test(letter)) return 0.3;
  if (SLIM_LETTERS.test(letter)) return 0.48;
  return CAPITAL_LETTERS.test(letter) ? 0.71 : 0.62;
};

/** Approximate width of a text; there is no browser at build. */
export const estimateTextWidth = (text: string, size: number) =>
  Math.ceil(Array.from(text, widthOfLetter).reduce((sum, part) => sum + part * size, 0));
