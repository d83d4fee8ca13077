export interface Proof {
  readonly name: string;
  /** Globs of the files that the proof covers, as git reads them. */
  readonly covers: readonly string[];
  /** Test file of vitest and its project; or a command instead. */
  readonly file?: string;
  readonly project?: string;
  readonly command?: readonly string[];
}
export const proofs: readonly Proof[];
export function repeatCommandOf(proof: Proof, seed: string): string;
