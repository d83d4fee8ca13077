/**
 * A contraction hierarchy (Geisberger, Sanders, Schultes, Delling 2008): states are named by their rank, and arcs kept with
 * the lower of their ends. Arcs upwards of rank `r` stand from `first[2 * r]`, arcs that come down to it from
 * `first[2 * r + 1]`, both to before the next entry.
 */
export interface ContractionHierarchy {
  /** Rank of each state of the turn graph. */
  readonly ranks: Uint32Array;
  readonly first: Uint32Array;
  /** Rank of the higher end of each arc of the hierarchy. */
  readonly ends: Uint32Array;
  readonly weights: Uint32Array;
  readonly durations: Uint32Array;
  readonly lengths: Uint32Array;
  /**
   * For a shortcut: the rank that it passes over, and the arcs before and after it; `NO_VIA_RANK` for an arc of the graph.
   */
  readonly vias: Uint32Array;
  readonly befores: Uint32Array;
  readonly afters: Uint32Array;
}

export const NO_VIA_RANK = 0xffff_ffff;

/** Largest sum that the arrays can hold: some 49 days, longer than any way. */
export const WEIGHT_SUM_MAX = 0xffff_fffe;
