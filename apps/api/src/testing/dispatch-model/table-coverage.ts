/** Coverage of the cells of the tables of actions, and the actions that lead to cells not carried out. */
import { bucketOfLinkState, type CaseType, isLinkState, transitionRowsOf } from "@leitstand/contract/cases/case-rules";
import type { TransitionTableName } from "@leitstand/contract/cases/case-transitions";
import { funeralCaseStateOf } from "#modules/case-states/effects/roll-up";

const tablesByCaseType: { readonly [type in CaseType]: readonly TransitionTableName[] } = {
  FUNERAL: ["FUNERAL_TOUR_CASE", "FUNERAL_CASE"],
  ROADSIDE: ["ROADSIDE_ASSISTANCE"],
};

/** Lists every cell of a type's tables, as `table from action`. */
export const listTransitionCells = (type: CaseType): string[] =>
  tablesByCaseType[type].flatMap((table) =>
    Object.entries(transitionRowsOf(table)).flatMap(([from, row]) =>
      Object.keys(row).map((action) => `${table} ${from} ${action}`),
    ),
  );

/**
 * Number of moves from a link's state (funeral) or a case's state (roadside) to the nearest row with a missing cell.
 */
export function countMovesToMissingCell(type: CaseType, state: string, missing: ReadonlySet<string>): number {
  const [table] = tablesByCaseType[type] as [TransitionTableName];
  const rows = transitionRowsOf(table);
  const seen = new Set([state]);
  for (let moves = 0, front = [state]; front.length > 0; moves++) {
    if (
      front.some((from) =>
        tablesOfState(type, from).some((prefix) => [...missing].some((cell) => cell.startsWith(prefix))),
      )
    )
      return moves;
    front = front
      .flatMap((from) => Object.values(rows[from] ?? {}).flatMap(({ to }) => to))
      .filter((to) => !seen.has(to));
    for (const to of front) seen.add(to);
  }
  return Number.POSITIVE_INFINITY;
}

/** Tables that a state belongs to: a funeral link alone also decides the state of its case. */
function tablesOfState(type: CaseType, from: string): string[] {
  if (type === "ROADSIDE") return [`ROADSIDE_ASSISTANCE ${from} `];
  const links = isLinkState(from) ? [{ state: from, bucket: bucketOfLinkState(from) }] : [];
  return [`FUNERAL_TOUR_CASE ${from} `, `FUNERAL_CASE ${funeralCaseStateOf(links)} `];
}
