interface ForbiddenWord {
  readonly word: string;
  readonly instead: string;
}
export function readForbiddenWords(dictionary: string): ForbiddenWord[];
export function findForbiddenWords(
  words: readonly ForbiddenWord[],
  file: { readonly path: string; readonly text: string },
): string[];
