import bidiFactory from "bidi-js";

const bidiAlgorithm = bidiFactory();

/** Scripts that are written from right to left, and the marks that change the direction. */
const RIGHT_TO_LEFT_CHARACTER =
  /[\u0590-\u08FF\u200F\u2067\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Marks that would turn letters round against their script: a name could be made to read like another one. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E]/g;
const NEUTRAL_CHARACTER = "\uFFFC";

export type TextDirection = "ltr" | "rtl";

/** Direction of a paragraph: that of its first letter with a direction. */
export const paragraphDirection = (paragraph: string): TextDirection =>
  RIGHT_TO_LEFT_CHARACTER.test(paragraph) &&
  ((embeddingLevelsOf(paragraph, "auto").paragraphs[0]?.level ?? 0) & 1) === 1
    ? "rtl"
    : "ltr";

/**
 * Letters of a line in the order in which they appear on paper, from left to right, after the Unicode Bidirectional
 * Algorithm; brackets within right-to-left text are mirrored.
 */
export function reorderLettersForDisplay(line: string, direction: TextDirection): string[] {
  if (direction === "ltr" && !RIGHT_TO_LEFT_CHARACTER.test(line)) return Array.from(line);
  const levels = embeddingLevelsOf(line, direction);
  return bidiAlgorithm.getReorderedIndices(line, levels).flatMap((at) => {
    // The second half of a letter comes with its first half.
    if (/[\uDC00-\uDFFF]/.test(line.charAt(at)) && (line.codePointAt(at - 1) ?? 0) > 0xffff) return [];
    const letter = String.fromCodePoint(line.codePointAt(at) as number);
    return [((levels.levels[at] as number) & 1 && bidiAlgorithm.getMirroredCharacter(letter)) || letter];
  });
}

const embeddingLevelsOf = (text: string, direction: TextDirection | "auto") =>
  bidiAlgorithm.getEmbeddingLevels(text.replaceAll(DIRECTION_OVERRIDES, NEUTRAL_CHARACTER), direction);
