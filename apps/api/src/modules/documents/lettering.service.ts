import type PDFDocument from "pdfkit";
import { readFontFile, fontNamesOfWeight, isRightToLeftFont, type FontWeight } from "./fonts.service";
import { type TextDirection, paragraphDirection, reorderLettersForDisplay } from "./reading-direction.service";
import {
  type GlyphPlacer,
  type GlyphRun,
  layoutWithoutFail,
  type LayoutText,
  skipMissingAnchors,
} from "./text-shaping";

export type PdfKitDocument = InstanceType<typeof PDFDocument>;
export interface TextStyle {
  readonly size: number;
  readonly weight: FontWeight;
  readonly color?: string;
}
/** Consecutive letters in one font. */
interface FontRun {
  readonly font: string;
  readonly text: string;
  readonly width: number;
}
export interface TextLine {
  readonly runs: readonly FontRun[];
  readonly width: number;
}

/** Height of Inter above the baseline, as a part of its size; letters of all fonts have one baseline. */
const ASCENDER_RATIO = 0.96875;

/** Pattern of words that are dates, times or numbers. */
const NUMERIC_WORD = /^[\d.,:]+ ?$/;

/** Data that pdfkit keeps of the font in use, which its types do not name. */
interface PdfkitOpenFont {
  readonly font: {
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(
      text: string,
      features?: Parameters<LayoutText>[1],
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ): GlyphRun;
    readonly _layoutEngine?: { readonly engine?: { readonly GPOSProcessor?: GlyphPlacer | null } };
  };
}

/** Sets text in embedded fonts: which letter comes from which file, its width, and where lines break. */
export class TextLayout {
  private readonly fonts = new Map<string, string | undefined>();
  private readonly widths = new Map<string, number>();

  constructor(private readonly pdf: PdfKitDocument) {}

  readonly lineHeight = ({ size }: TextStyle) => size * 1.4;

  /** Lines of a text within a width, broken at spaces, and within words that are longer than a line. */
  lines(text: string, width: number, style: TextStyle): TextLine[] {
    // Phones and Macs send letters and their marks apart; fonts have most of them as one.
    return text
      .normalize("NFC")
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .flatMap((paragraph) => this.wrapped(paragraph, width, style));
  }

  /** As many lines of a text as there is room for; where some are left out, the last one ends with an ellipsis. */
  firstLines(text: string, { width, most }: { width: number; most: number }, style: TextStyle): TextLine[] {
    const whole = this.lines(text, width, style);
    if (whole.length <= most) return whole;
    const letters = Array.from(text);
    const shortened = (length: number) => this.lines(`${letters.slice(0, length).join("").trimEnd()}…`, width, style);
    let [fitting, tooLong] = [0, letters.length];
    while (tooLong - fitting > 1) {
      const length = Math.floor((fitting + tooLong) / 2);
      if (shortened(length).length <= most) fitting = length;
      else tooLong = length;
    }
    return shortened(fitting);
  }

  draw({ runs }: TextLine, [x, y]: readonly [number, number], { size, color = "#111111" }: TextStyle) {
    let at = x;
    for (const { font, text, width } of runs) {
      this.pdf.font(font).fontSize(size).fillColor(color);
      this.pdf.text(text, at, y + ASCENDER_RATIO * size, { lineBreak: false, baseline: "alphabetic" });
      at += width;
    }
  }

  private wrapped(paragraph: string, width: number, style: TextStyle): TextLine[] {
    const direction = paragraphDirection(paragraph);
    const lines: TextLine[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (this.widthOf(longer, style) <= width) line = longer;
      else {
        if (line !== "") lines.push(this.lineOf(line, direction, style));
        const pieces = this.widthOf(word, style) <= width ? [word] : this.cut(word, width, style);
        for (const piece of pieces.slice(0, -1)) lines.push(this.lineOf(piece, direction, style));
        line = pieces.at(-1) ?? "";
      }
    }
    return [...lines, this.lineOf(line, direction, style)];
  }

  /** Cuts a word into pieces that fit, each at least one letter long. */
  private cut(word: string, width: number, style: TextStyle): string[] {
    const pieces: string[] = [];
    let piece = "";
    for (const letter of word) {
      if (piece !== "" && this.widthOf(piece + letter, style) > width) {
        pieces.push(piece);
        piece = "";
      }
      piece += letter;
    }
    return [...pieces, piece];
  }

  /** Width of a text as the sum of its letters: near enough to break lines by, and each letter is measured once. */
  private widthOf(text: string, style: TextStyle): number {
    let width = 0;
    for (const letter of text) width += this.letterWidth(letter, style);
    return width * style.size;
  }

  private letterWidth(letter: string, { weight }: TextStyle): number {
    const key = `${weight}${letter}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const shown = this.shown(letter, weight);
    const width = shown.length === 0 ? 0 : shown.reduce((sum, { font, text }) => sum + this.measure(font, text), 0);
    this.widths.set(key, width);
    return width;
  }

  private measure(font: string, text: string): number {
    return this.pdf.font(font).fontSize(1).widthOfString(text);
  }

  private lineOf(text: string, direction: TextDirection, { size, weight }: TextStyle): TextLine {
    const runs: { font: string; text: string }[] = [];
    for (const letter of reorderLettersForDisplay(text, direction))
      for (const part of this.shown(letter, weight)) {
        const last = runs.at(-1);
        if (last?.font !== part.font) runs.push({ ...part });
        // A right-to-left font is given letters in the order in which they are read, and puts them from right to left
        // itself.
        else last.text = isRightToLeftFont(part.font) ? part.text + last.text : last.text + part.text;
      }
    const measured = runs.map((run) => ({ ...run, width: this.measure(run.font, run.text) * size }));
    return { runs: measured, width: measured.reduce((sum, run) => sum + run.width, 0) };
  }

  /**
   * Letters to draw: one that no font has is shown by its number, so that no text is lost; characters without a shape
   * become a space, and marks of direction nothing.
   */
  private shown(letter: string, weight: FontWeight): { font: string; text: string }[] {
    if (/[\u061C\u200E\u200F\u2066-\u2069]/.test(letter)) return [];
    const font = this.fontOf(letter, weight);
    if (font !== undefined) return [{ font, text: letter }];
    if (/\p{Cc}|\p{Zs}|\u200B|\u200C|\u200D|\uFE0E|\uFE0F|\uFEFF/u.test(letter)) return this.shown(" ", weight);
    const code = (letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    return Array.from(`[U+${code}]`).flatMap((part) => this.shown(part, weight));
  }

  private fontOf(letter: string, weight: FontWeight): string | undefined {
    const key = `${weight}${letter}`;
    if (this.fonts.has(key)) return this.fonts.get(key);
    const code = letter.codePointAt(0) as number;
    const found = fontNamesOfWeight(weight).find((name) => this.open(name).hasGlyphForCodePoint(code));
    this.fonts.set(key, found);
    return found;
  }

  private readonly opened = new Set<string>();
  private open(name: string) {
    if (this.opened.has(name)) this.pdf.font(name);
    else this.openFirst(name);
    return (this.pdf as unknown as { readonly _font: PdfkitOpenFont })._font.font;
  }

  /**
   * Opens the first font with figures of one width: in others the points of a date all but vanish between its ones and
   * fours. pdfkit could be asked for them as well, but then it lays out each word again and again, which takes ten
   * times as long.
   */
  private openFirst(name: string) {
    this.pdf.registerFont(name, readFontFile(name).bytes).font(name);
    this.opened.add(name);
    const { font } = (this.pdf as unknown as { readonly _font: PdfkitOpenFont })._font;
    const layout = font.layout.bind(font);
    const direction = isRightToLeftFont(name) ? "rtl" : "ltr";
    const placer = font._layoutEngine?.engine?.GPOSProcessor;
    if (placer) skipMissingAnchors(placer);
    const layoutInDirection: LayoutText = (text, features) => layout(text, features, undefined, undefined, direction);
    font.layout = (text, features = NUMERIC_WORD.test(text) ? ["tnum"] : undefined) =>
      layoutWithoutFail(layoutInDirection, text, features);
  }
}
