import { transitionRowsOf } from "@leitstand/contract/cases/case-rules";
import type { TransitionTableName } from "@leitstand/contract/cases/case-transitions";
import { type DiagramLayout, shownStateName, type StateTone } from "./diagram-layout";

export interface StateListEntry {
  readonly title: string;
  /** Tone of a state; entries for several states have none. */
  readonly tone?: StateTone;
  readonly remark?: string;
  readonly exits: readonly { readonly action: string; readonly to: string }[];
}

/** States of a machine in a list, each with its actions; those shared by an area come once, after its states. */
export function listStates(table: TransitionTableName, layout: DiagramLayout): readonly StateListEntry[] {
  const areas = Object.values(layout.areas).toSorted((one, other) => one.states.length - other.states.length);
  const rows = Object.entries(transitionRowsOf(table));
  const sharedBy = (area: (typeof areas)[number]) =>
    layout.wires.filter(({ from }) => from.some((name) => layout.areas[name] === area));
  return rows.flatMap(([state, row], at): readonly StateListEntry[] => {
    const shared = areas.filter(({ states }) => states.includes(state)).flatMap(sharedBy);
    const isShared = (action: string, to: readonly string[]) =>
      shared.some(
        (wire) => wire.action === action && to.every((target) => targetStatesOf(layout, wire.to).includes(target)),
      );
    const exits = Object.entries(row)
      .filter(([action, { to }]) => action !== "UNDO" && !isShared(action, to))
      .map(([action, { to }]) => ({ action, to: to.map(shownTargetName).join(" or ") }));
    const behind = rows.slice(at + 1).map(([name]) => name);
    const ended = areas.filter(({ states }) => states.includes(state) && !states.some((name) => behind.includes(name)));
    return [
      { title: stateTitle(state), tone: layout.states[state]?.tone ?? "none", exits, ...stateRemark(row) },
      ...ended
        .filter((area) => sharedBy(area).length > 0)
        .map((area) => ({
          title: `From each of these: ${area.states.join(", ")}`,
          exits: sharedBy(area).map(({ action, to }) => ({
            action,
            to: targetStatesOf(layout, to).map(shownTargetName).join(" or "),
          })),
        })),
    ];
  });
}

const targetStatesOf = (layout: DiagramLayout, names: readonly string[]) =>
  names.flatMap((name) => layout.areas[name]?.states ?? [name]);
const shownTargetName = (state: string) => (state === "PREV" ? "the state before" : shownStateName(state));
const stateTitle = (state: string) => (state === "-" ? "Not on the tour" : shownStateName(state));

/** Remark on states whose UNDO is not the driver's: drivers undo most steps themselves. */
function stateRemark({ UNDO: undo }: { readonly UNDO?: { readonly who: readonly string[] } }) {
  if (undo === undefined) return {};
  return { remark: undo.who.includes("V") ? "UNDO" : "UNDO by dispatchers" };
}
