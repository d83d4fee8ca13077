import type { TimelineCase, TourWithoutCases } from "./tour-entity.ts";

/**
 * Change that is shown before the server has confirmed it: a case on another tour or at other times, or a tour's plan.
 */
export type UnconfirmedChange =
  | {
      readonly kind: "assignment";
      readonly case_id: string;
      readonly from: string;
      readonly to: string;
      readonly change: Partial<TimelineCase>;
    }
  | { readonly kind: "plan"; readonly tour_id: string; readonly change: Partial<TourWithoutCases> };

type CasesById = ReadonlyMap<string, TimelineCase>;

/**
 * Changes that lie over the known data. When one is removed, the data known by then shows, and not a copy from before.
 */
export class UnconfirmedChanges {
  private readonly patches = new Set<UnconfirmedChange>();

  /** Adds a change; returns the function that removes it. */
  add(patch: UnconfirmedChange): () => boolean {
    this.patches.add(patch);
    return () => this.patches.delete(patch);
  }

  planOf(plan: TourWithoutCases): TourWithoutCases {
    let shown = plan;
    for (const patch of this.patches)
      if (patch.kind === "plan" && patch.tour_id === plan.id) shown = { ...shown, ...patch.change };
    return shown;
  }

  /** Cases of a tour with changes applied; `casesOf` gives the known cases of a tour. */
  casesOf(tour_id: string, casesOf: (tour_id: string) => CasesById): CasesById {
    const known = casesOf(tour_id);
    let shown: Map<string, TimelineCase> | undefined;
    for (const patch of this.patches) {
      if (patch.kind !== "assignment" || (patch.from !== tour_id && patch.to !== tour_id)) continue;
      shown ??= new Map(known);
      const { case_id, from, to, change } = patch;
      const moved = shown.get(case_id) ?? casesOf(from).get(case_id) ?? casesOf(to).get(case_id);
      if (from !== to && from === tour_id) shown.delete(case_id);
      else if (moved) shown.set(case_id, { ...moved, ...(from === to ? {} : { bucket: "open" as const }), ...change });
    }
    return shown ?? known;
  }

  clear() {
    this.patches.clear();
  }
}

/** Tours whose appearance a change affects. */
export const toursOfChange = (patch: UnconfirmedChange): readonly string[] =>
  patch.kind === "plan" ? [patch.tour_id] : [patch.from, patch.to];
