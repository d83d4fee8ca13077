import { finalCaseStates, loadedLinkStates, transitionRowsOf } from "@leitstand/contract/cases/case-rules";
import { type TransitionTableName, transitionTableNames } from "@leitstand/contract/cases/case-transitions";
import { roundedPath, parseDiagramLine, rectangleOfState } from "./lines";
import { listStates } from "./state-list";
import {
  type DiagramLabel,
  type DiagramLayout,
  type DiagramPoint,
  shownStateName,
  type DiagramTransition,
} from "./diagram-layout";
import { diagramLayouts } from "./diagram-layouts";
import { estimateTextWidth } from "./text-width";

const LABEL_FONT_SIZE = 11;
const LINE_HEIGHT = 13;

/** Every machine of the contract as a diagram, and as a list for narrow screens. */
export const drawStateDiagrams = () =>
  Object.fromEntries(
    transitionTableNames.map((name) => [
      name,
      { ...drawStateMachine(name, diagramLayouts[name]), list: listStates(name, diagramLayouts[name]) },
    ]),
  );

/**
 * Draws a machine. Throws when a state or a move of the contract has no place, or the layout has one that does not
 * exist.
 */
export function drawStateMachine(table: TransitionTableName, layout: DiagramLayout) {
  const moves = transitionsOfMachine(table);
  const wires = layout.wires.map((wire) => drawWire(layout, wire));
  const wanted = moves.filter(({ action }) => action !== "UNDO").map(stateTransitionName);
  const drawn = wires.flatMap(({ moves: shown }) => shown.map(stateTransitionName));
  throwDiagramFault(
    table,
    "has no line for",
    wanted.filter((move) => !drawn.includes(move)),
  );
  throwDiagramFault(
    table,
    "shows what does not exist:",
    drawn.filter((move) => !wanted.includes(move)),
  );
  throwDiagramFault(
    table,
    "has no place for",
    Object.keys(transitionRowsOf(table)).filter((state) => !(state in layout.states)),
  );
  return {
    height: layout.height,
    areas: Object.entries(layout.areas).map(([name, { title, titleAt }]) => ({
      name,
      title,
      titleAt,
      box: rectangleOfState(layout, name),
    })),
    states: Object.entries(layout.states).map(([name, { tone }]) => ({
      name,
      text: shownStateName(name),
      tone,
      isClosed: finalCaseStates.has(name) || name.startsWith("~") || ["DONE", "FINISHED"].includes(name),
      isLoaded: loadedLinkStates.has(name),
      box: rectangleOfState(layout, name),
    })),
    wires,
    notes: layout.notes.map(({ text, at, anchor, line }) => ({
      text,
      at,
      anchor: anchor ?? ("start" as const),
      ...(line !== undefined && { path: roundedPath(parseDiagramLine(layout, line).corners) }),
    })),
  };
}

type WiresByMove = ReturnType<typeof drawStateMachine>["wires"];

export interface StateTransition {
  readonly from: string;
  readonly action: string;
  readonly to: string;
}
export const stateTransitionName = ({ from, action, to }: StateTransition) => `${from} ${action} ${to}`;

export const transitionsOfMachine = (table: TransitionTableName): readonly StateTransition[] =>
  Object.entries(transitionRowsOf(table)).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([action, { to }]) => to.map((target) => ({ from, action, to: target }))),
  );

function drawWire(layout: DiagramLayout, { action, from, to, lines, label }: DiagramTransition) {
  const statesOf = (names: readonly string[]) => names.flatMap((name) => layout.areas[name]?.states ?? [name]);
  const moves = statesOf(from).flatMap((state) => statesOf(to).map((target) => ({ from: state, action, to: target })));
  const drawn = lines.map((line) => parseDiagramLine(layout, line));
  return {
    action,
    moves,
    lines: drawn.map(({ corners, isArrow }) => ({ corners, isArrow, path: roundedPath(corners) })),
    label: { lines: labelLines(action, label), at: label.at, anchor: label.anchor ?? ("start" as const) },
  };
}

const labelLines = (action: string, { breakAfter }: DiagramLabel) =>
  breakAfter === undefined ? [action] : [action.slice(0, breakAfter), action.slice(breakAfter)];

/** Box of a label, by the widths of its letters. */
export function boxOfLabel({ lines, at: [x, y], anchor }: WiresByMove[number]["label"]) {
  const width = Math.max(...lines.map((line) => estimateTextWidth(line, LABEL_FONT_SIZE)));
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return { x: left, y: y - 9, width, height: 11 + (lines.length - 1) * LINE_HEIGHT };
}

function throwDiagramFault(table: TransitionTableName, fault: string, names: readonly string[]) {
  if (names.length > 0) throw new Error(`The diagram of ${table} ${fault} ${names.join(", ")}.`);
}

/** Whether a line, from corner to corner, crosses a rectangle. */
export const doesLineCrossBox = (corners: readonly DiagramPoint[], box: ReturnType<typeof boxOfLabel>) =>
  corners.slice(1).some((end, index) => {
    const [x, y] = corners[index] as DiagramPoint;
    const touches = (ends: readonly number[], from: number, to: number) =>
      Math.max(...ends) > from && Math.min(...ends) < to;
    return touches([x, end[0]], box.x, box.x + box.width) && touches([y, end[1]], box.y, box.y + box.height);
  });
