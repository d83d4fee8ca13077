export const DICTIONARY_FILE: string;
export function runGit(...args: readonly string[]): string;
export function readHandWrittenFiles(): { readonly path: string; readonly text: string }[];
