interface VoiceOffence {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly word: string;
}
type OffenceCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function findOffences(file: { path: string; text: string }): VoiceOffence[];
export function partOfRepository(path: string): string;
export function countOffences(offences: readonly VoiceOffence[]): OffenceCounts;
export function lowerCeilings(ceilings: OffenceCounts, counts: OffenceCounts): OffenceCounts;
export function findCountsAboveCeiling(
  ceilings: OffenceCounts,
  counts: OffenceCounts,
): { rule: string; part: string; count: number; ceiling: number }[];
export function parseAddedLines(diff: string): Set<string>;
export function findRaisedCeilings(ceilings: OffenceCounts, before: OffenceCounts): string[];
