interface Word {
  readonly word: string;
  readonly instead: string;
}
export function readWords(dictionary: string): Word[];
export function findWords(words: readonly Word[], file: { readonly path: string; readonly text: string }): string[];
