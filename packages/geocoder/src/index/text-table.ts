import { startOffsetsFromLengths } from "./build-lexicon";

/** Table of texts by number, each kept once. 0 is no text. */
export class TextTable {
  readonly #ids = new Map<string, number>([["", 0]]);

  idOf(text: string | undefined): number {
    const known = this.#ids.get(text ?? "");
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(text ?? "", id);
    return id;
  }

  toColumns() {
    const encoder = new TextEncoder();
    const pieces = Array.from(this.#ids.keys(), (text) => encoder.encode(text));
    const textStarts = startOffsetsFromLengths(pieces.map(({ length }) => length));
    const text = new Uint8Array(textStarts.at(-1) ?? 0);
    for (const [at, piece] of pieces.entries()) text.set(piece, textStarts[at]);
    return { text, textStarts };
  }
}
