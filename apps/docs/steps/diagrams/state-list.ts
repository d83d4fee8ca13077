import { transitionRowsOf } from "@leitstand/contract/cases/case-rules";
import type { TransitionTableName } from "@leitstand/contract/cases/case-transitions";
import { type StatePlaces, shownStateName, type StateTone } from "./places";

export interface StateEntry {
  readonly title: string;
  /** Tone of a state; entries for several states have none. */
  readonly tone?: StateTone;
  readonly remark?: string;
  readonly exits: readonly { readonly action: string; readonly to: string }[];
}

/** States of a machine in a list, each with its actions; those shared by an area come once, after its states. */
export function listStates(table: TransitionTableName, places: StatePlaces): readonly StateEntry[] {
  const areas = Object.values(places.areas).toSorted((one, other) => one.states.length - other.states.length);
  const rows = Object.entries(transitionRowsOf(table));
  const sharedBy = (area: (typeof areas)[number]) =>
    places.wires.filter(({ from }) => from.some((name) => places.areas[name] === area));
  return rows.flatMap(([state, row], at): readonly StateEntry[] => {
    const shared = areas.filter(({ states }) => states.includes(state)).flatMap(sharedBy);
    const isShared = (action: string, to: readonly string[]) =>
      shared.some(
        (wire) => wire.action === action && to.every((target) => targetStatesOf(places, wire.to).includes(target)),
      );
    const exits = Object.entries(row)
      .filter(([action, { to }]) => action !== "UNDO" && !isShared(action, to))
      .map(([action, { to }]) => ({ action, to: to.map(shownTargetName).join(" or ") }));
    const behind = rows.slice(at + 1).map(([name]) => name);
    const ended = areas.filter(({ states }) => states.includes(state) && !states.some((name) => behind.includes(name)));
    return [
      { title: stateTitle(state), tone: places.states[state]?.tone ?? "none", exits, ...stateRemark(row) },
      ...ended
        .filter((area) => sharedBy(area).length > 0)
        .map((area) => ({
          title: `From each of these: ${area.states.join(", ")}`,
          exits: sharedBy(area).map(({ action, to }) => ({
            action,
            to: targetStatesOf(places, to).map(shownTargetName).join(" or "),
          })),
        })),
    ];
  });
}

const targetStatesOf = (places: StatePlaces, names: readonly string[]) =>
  names.flatMap((name) => places.areas[name]?.states ?? [name]);
const shownTargetName = (state: string) => (state === "PREV" ? "the state before" : shownStateName(state));
const stateTitle = (state: string) => (state === "-" ? "Not on the tour" : shownStateName(state));

/** Remark on states whose UNDO is not the driver's: drivers undo most steps themselves. */
function stateRemark({ UNDO: undo }: { readonly UNDO?: { readonly who: readonly string[] } }) {
  if (undo === undefined) return {};
  return { remark: undo.who.includes("V") ? "UNDO" : "UNDO by dispatchers" };
}
