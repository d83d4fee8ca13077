/** Reads single dictionaries of a PDF, without the document around them. */
export type PdfValue =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "array"; readonly items: readonly PdfValue[] }
  | { readonly kind: "dictionary"; readonly entries: readonly PdfDictionaryEntry[] }
  | { readonly kind: "reference" | "null" | "other" };
export interface PdfDictionaryEntry {
  readonly key: string;
  readonly value: PdfValue;
}

/** Thrown for data that is no valid PDF, or that takes more work than any honest file. */
export class UnreadablePdfError extends Error {}

const PDF_NESTING_DEPTH_MAX = 50;
/** Longest word that means anything in a PDF. */
const PDF_WORD_LENGTH_MAX = 127;

const [TAB, NEWLINE, FORM_FEED, RETURN, SPACE] = [9, 10, 12, 13, 32];
const characterCodeOf = (letter: string) => letter.charCodeAt(0);
const [OPEN, CLOSE, LESS, GREATER, SLASH, PERCENT] = ["(", ")", "<", ">", "/", "%"].map(characterCodeOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const [BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, HASH] = ["\\", "[", "]", "#"].map(characterCodeOf) as [
  number,
  number,
  number,
  number,
];
const PDF_DELIMITERS = new Set(Array.from("()<>[]{}/%", characterCodeOf));

const isPdfWhitespace = (byte: number | undefined) =>
  byte === 0 || byte === TAB || byte === NEWLINE || byte === FORM_FEED || byte === RETURN || byte === SPACE;
const isRegularPdfCharacter = (byte: number | undefined) =>
  byte !== undefined && !isPdfWhitespace(byte) && !PDF_DELIMITERS.has(byte);

const hexDigitValue = (byte: number | undefined) =>
  byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);

/**
 * Reads the name whose slash is at `at`, with its `#xx` decoded, and where it ends. A name that is too long means
 * nothing: "".
 */
export function readPdfName(bytes: Uint8Array, at: number): { readonly name: string; readonly end: number } {
  let name = "";
  let end = at + 1;
  for (let letters = 0; isRegularPdfCharacter(bytes[end]); letters++) {
    if (letters > PDF_WORD_LENGTH_MAX) return { name: "", end };
    let byte = bytes[end] as number;
    const escaped = byte === HASH ? hexDigitValue(bytes[end + 1]) * 16 + hexDigitValue(bytes[end + 2]) : Number.NaN;
    if (!Number.isNaN(escaped)) {
      byte = escaped;
      end += 2;
    }
    end++;
    name += String.fromCharCode(byte);
  }
  // Some readers cut a name off at its first zero.
  return { name: name.includes("\0") ? name.slice(0, name.indexOf("\0")) : name, end };
}

/**
 * Reader of PDF values that goes forward only; steps of all dictionaries of a file are counted together, which bounds
 * the work.
 */
export class PdfValueReader {
  at = 0;
  private steps = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly stepsMax: number,
  ) {}

  get isExhausted(): boolean {
    return this.steps > this.stepsMax;
  }

  skipSpace() {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === PERCENT) this.skipUntil((next) => next === NEWLINE || next === RETURN);
      else if (isPdfWhitespace(byte)) this.step();
      else return;
    }
  }

  startsDictionary(): boolean {
    return this.bytes[this.at] === LESS && this.bytes[this.at + 1] === LESS;
  }

  /** Reads a dictionary from `<<` on, and stops behind `>>`. */
  readDictionary(depth = 0): readonly PdfDictionaryEntry[] {
    this.step(2);
    const items = this.readItems(depth, () => this.bytes[this.at] === GREATER);
    if (this.bytes[this.at + 1] !== GREATER) throw new UnreadablePdfError("a dictionary does not end");
    this.step(2);
    if (items.length % 2 !== 0) throw new UnreadablePdfError("a key has no value");
    const entries: PdfDictionaryEntry[] = [];
    for (let index = 0; index < items.length; index += 2) {
      const [key, value] = items.slice(index, index + 2) as [PdfValue, PdfValue];
      if (key.kind !== "name") throw new UnreadablePdfError("a key is no name");
      entries.push({ key: key.name, value });
    }
    return entries;
  }

  /** Reads values up to an end mark; a reference such as `5 0 R` is one value. */
  private readItems(depth: number, isEnd: () => boolean): PdfValue[] {
    if (depth > PDF_NESTING_DEPTH_MAX) throw new UnreadablePdfError("too deep");
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.at >= this.bytes.length) throw new UnreadablePdfError("the file ends too early");
      if (isEnd()) return items;
      const value = this.readValue(depth);
      if (value === "R") items.splice(-2, 2, { kind: "reference" });
      else items.push(value);
    }
  }

  private readValue(depth: number): PdfValue | "R" {
    switch (this.bytes[this.at]) {
      case SLASH: {
        const { name, end } = readPdfName(this.bytes, this.at);
        this.step(end - this.at);
        return { kind: "name", name };
      }
      case OPEN:
        this.skipString();
        return { kind: "other" };
      case OPEN_ARRAY: {
        this.step();
        const items = this.readItems(depth + 1, () => this.bytes[this.at] === CLOSE_ARRAY);
        this.step();
        return { kind: "array", items };
      }
      case LESS:
        if (this.startsDictionary()) return { kind: "dictionary", entries: this.readDictionary(depth + 1) };
        this.skipUntil((byte) => byte === GREATER);
        this.step();
        return { kind: "other" };
      default:
        return this.readWord();
    }
  }

  private readWord(): PdfValue | "R" {
    const from = this.at;
    while (isRegularPdfCharacter(this.bytes[this.at])) this.step();
    if (this.at === from) throw new UnreadablePdfError("a delimiter that belongs to nothing");
    const word = String.fromCharCode(...this.bytes.subarray(from, Math.min(this.at, from + PDF_WORD_LENGTH_MAX)));
    if (word === "R") return "R";
    if (word === "null") return { kind: "null" };
    return /^[+-]?[\d.]+$/.test(word) ? { kind: "number", number: Number(word) } : { kind: "other" };
  }

  private skipString() {
    let open = 0;
    do {
      const byte = this.bytes[this.at];
      if (byte === BACKSLASH) this.step();
      else if (byte === OPEN) open++;
      else if (byte === CLOSE) open--;
      this.step();
    } while (open > 0);
  }

  private skipUntil(isEnd: (byte: number | undefined) => boolean) {
    while (this.at < this.bytes.length && !isEnd(this.bytes[this.at])) this.step();
  }

  private step(count = 1) {
    this.at += count;
    this.steps += count;
    if (this.at > this.bytes.length) throw new UnreadablePdfError("the file ends too early");
    if (this.steps > this.stepsMax) throw new UnreadablePdfError("too much to read");
  }
}
