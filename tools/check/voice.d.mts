interface Offence {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly word: string;
}
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function findOffences(file: { path: string; text: string }): Offence[];
export function partOf(path: string): string;
export function countOffences(offences: readonly Offence[]): Counts;
export function lowerCeilings(ceilings: Counts, counts: Counts): Counts;
export function findExcess(
  ceilings: Counts,
  counts: Counts,
): { rule: string; part: string; count: number; ceiling: number }[];
export function addedLines(diff: string): Set<string>;
export function findRaised(ceilings: Counts, before: Counts): string[];
