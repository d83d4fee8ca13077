import type { SearchHit } from "./find";
import type { SearchEntryKind } from "./search-index";

export const hitGroupNames = ["Guides", "Operations", "Errors"] as const;
export type HitGroupName = (typeof hitGroupNames)[number];

const GROUP_BY_KIND: Readonly<Record<SearchEntryKind, HitGroupName>> = {
  guide: "Guides",
  concept: "Guides",
  page: "Guides",
  operation: "Operations",
  field: "Operations",
  error: "Errors",
};

export interface HitGroup {
  readonly name: HitGroupName;
  readonly hits: readonly SearchHit[];
}

/** Hits by group; the group with the best hit goes first, so that it is the first of all. */
export function groupHits(hits: readonly SearchHit[]): readonly HitGroup[] {
  const groups = new Map<HitGroupName, SearchHit[]>();
  for (const hit of hits) groups.set(GROUP_BY_KIND[hit.kind], [...(groups.get(GROUP_BY_KIND[hit.kind]) ?? []), hit]);
  return [...groups].map(([name, found]) => ({ name, hits: found }));
}

const OVERVIEW_HITS_MAX = 4;
const GROUP_HITS_MAX = 30;

/** Groups in the dialog: a few hits of each, or more of the chosen one. */
export function limitShownHits(groups: readonly HitGroup[], chosen: HitGroupName | undefined): readonly HitGroup[] {
  if (chosen === undefined) return groups.map(({ name, hits }) => ({ name, hits: hits.slice(0, OVERVIEW_HITS_MAX) }));
  return groups
    .filter(({ name }) => name === chosen)
    .map(({ name, hits }) => ({ name, hits: hits.slice(0, GROUP_HITS_MAX) }));
}
