import type { Hit } from "./find";
import type { Kind } from "./search-index";

export const groupNames = ["Guides", "Operations", "Errors"] as const;
export type GroupName = (typeof groupNames)[number];

const GROUP_OF: Readonly<Record<Kind, GroupName>> = {
  guide: "Guides",
  concept: "Guides",
  page: "Guides",
  operation: "Operations",
  field: "Operations",
  error: "Errors",
};

export interface Group {
  readonly name: GroupName;
  readonly hits: readonly Hit[];
}

/** Hits by group; the group with the best hit goes first, so that it is the first of all. */
export function groupsOf(hits: readonly Hit[]): readonly Group[] {
  const groups = new Map<GroupName, Hit[]>();
  for (const hit of hits) groups.set(GROUP_OF[hit.kind], [...(groups.get(GROUP_OF[hit.kind]) ?? []), hit]);
  return [...groups].map(([name, found]) => ({ name, hits: found }));
}

const OVERVIEW_HITS_MAX = 4;
const GROUP_HITS_MAX = 30;

/** Groups in the dialog: a few hits of each, or more of the chosen one. */
export function shownGroups(groups: readonly Group[], chosen: GroupName | undefined): readonly Group[] {
  if (chosen === undefined) return groups.map(({ name, hits }) => ({ name, hits: hits.slice(0, OVERVIEW_HITS_MAX) }));
  return groups
    .filter(({ name }) => name === chosen)
    .map(({ name, hits }) => ({ name, hits: hits.slice(0, GROUP_HITS_MAX) }));
}
