import type { TurnRestrictionPath } from "./turn-rules";

/** Edges driven last, as far as a turn restriction needs them: the beginning of one or more restrictions' paths. */
export interface TurnRestrictionAutomatonState {
  /** Number of edges of a restriction's path that were driven; the last one is the present one. */
  readonly depth: number;
  readonly edge: number;
  readonly next: Map<number, TurnRestrictionAutomatonState>;
  /** Edges not to take from here, and, unless empty, the only edges to take. */
  readonly forbidden: Set<number>;
  readonly demanded: Set<number>;
  /** Longest shorter memory that holds as well; one ends where another began. */
  shorter: TurnRestrictionAutomatonState | undefined;
}

/**
 * Automaton of the turns that restrictions allow, as by Aho and Corasick (1975): restrictions over several ways depend
 * on the edges driven before, and several may overlap. A memory of one edge is that edge itself.
 */
export class TurnRestrictionAutomaton {
  private readonly root: TurnRestrictionAutomatonState = emptyMemory(0, -1);

  constructor(rules: readonly TurnRestrictionPath[]) {
    for (const rule of rules) this.add(rule);
    this.link();
  }

  /** Memory of a drive that has just begun on `edge`. */
  memoryOf(edge: number): TurnRestrictionAutomatonState | undefined {
    return this.root.next.get(edge);
  }

  allows(memory: TurnRestrictionAutomatonState | undefined, edge: number): boolean {
    for (let known = memory; known; known = known.shorter) {
      if (known.forbidden.has(edge)) return false;
      if (known.demanded.size > 0 && !known.demanded.has(edge)) return false;
    }
    return true;
  }

  /** Memory after turning into `edge`. */
  after(memory: TurnRestrictionAutomatonState | undefined, edge: number): TurnRestrictionAutomatonState | undefined {
    for (let known = memory; known; known = known.shorter) {
      const next = known.next.get(edge);
      if (next) return next;
    }
    return this.memoryOf(edge);
  }

  private add({ isOnly, path }: TurnRestrictionPath) {
    let memory = this.root;
    for (const [index, edge] of path.entries()) {
      const isLast = index === path.length - 1;
      if (isOnly && index > 0) memory.demanded.add(edge);
      if (!isOnly && isLast) memory.forbidden.add(edge);
      if (isLast) return;
      const next = memory.next.get(edge) ?? emptyMemory(index + 1, edge);
      memory.next.set(edge, next);
      memory = next;
    }
  }

  /** Links memories level by level, because a longer one builds on shorter ones. */
  private link() {
    let level = [...this.root.next.values()];
    while (level.length > 0) {
      const deeper: TurnRestrictionAutomatonState[] = [];
      for (const memory of level)
        for (const next of memory.next.values()) {
          next.shorter = this.after(memory.shorter, next.edge);
          deeper.push(next);
        }
      level = deeper;
    }
  }
}

const emptyMemory = (depth: number, edge: number): TurnRestrictionAutomatonState => ({
  depth,
  edge,
  next: new Map(),
  forbidden: new Set(),
  demanded: new Set(),
  shorter: undefined,
});
