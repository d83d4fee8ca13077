export const DICTIONARY: string;
export function git(...args: readonly string[]): string;
export function readWritten(): { readonly path: string; readonly text: string }[];
