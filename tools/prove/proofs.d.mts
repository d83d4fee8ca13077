export interface Proof {
  readonly name: string;
  /** Globs of the files that it is about, as git reads them. */
  readonly covers: readonly string[];
  /** A file of vitest and its project, or a command. */
  readonly file?: string;
  readonly project?: string;
  readonly command?: readonly string[];
}
export const proofs: readonly Proof[];
export function commandOf(proof: Proof, seed: string): string;
