import { rowsOf } from "@leitstand/contract/cases/case-rules";
import type { TableName } from "@leitstand/contract/cases/case-transitions";
import { type Places, shownState, type Tone } from "./places";

export interface StateEntry {
  readonly title: string;
  /** Tone of a state; entries for several states have none. */
  readonly tone?: Tone;
  readonly remark?: string;
  readonly exits: readonly { readonly action: string; readonly to: string }[];
}

/** States of a machine in a list, each with its actions; those shared by an area come once, after its states. */
export function listStates(table: TableName, places: Places): readonly StateEntry[] {
  const areas = Object.values(places.areas).toSorted((one, other) => one.states.length - other.states.length);
  const rows = Object.entries(rowsOf(table));
  const sharedBy = (area: (typeof areas)[number]) =>
    places.wires.filter(({ from }) => from.some((name) => places.areas[name] === area));
  return rows.flatMap(([state, row], at): readonly StateEntry[] => {
    const shared = areas.filter(({ states }) => states.includes(state)).flatMap(sharedBy);
    const isShared = (action: string, to: readonly string[]) =>
      shared.some(
        (wire) => wire.action === action && to.every((target) => targetsOf(places, wire.to).includes(target)),
      );
    const exits = Object.entries(row)
      .filter(([action, { to }]) => action !== "UNDO" && !isShared(action, to))
      .map(([action, { to }]) => ({ action, to: to.map(shownTarget).join(" or ") }));
    const behind = rows.slice(at + 1).map(([name]) => name);
    const ended = areas.filter(({ states }) => states.includes(state) && !states.some((name) => behind.includes(name)));
    return [
      { title: titleOf(state), tone: places.states[state]?.tone ?? "none", exits, ...remarkOf(row) },
      ...ended
        .filter((area) => sharedBy(area).length > 0)
        .map((area) => ({
          title: `From each of these: ${area.states.join(", ")}`,
          exits: sharedBy(area).map(({ action, to }) => ({
            action,
            to: targetsOf(places, to).map(shownTarget).join(" or "),
          })),
        })),
    ];
  });
}

const targetsOf = (places: Places, names: readonly string[]) =>
  names.flatMap((name) => places.areas[name]?.states ?? [name]);
const shownTarget = (state: string) => (state === "PREV" ? "the state before" : shownState(state));
const titleOf = (state: string) => (state === "-" ? "Not on the tour" : shownState(state));

/** Remark on states whose UNDO is not the driver's: drivers undo most steps themselves. */
function remarkOf({ UNDO: undo }: { readonly UNDO?: { readonly who: readonly string[] } }) {
  if (undo === undefined) return {};
  return { remark: undo.who.includes("V") ? "UNDO" : "UNDO by dispatchers" };
}
