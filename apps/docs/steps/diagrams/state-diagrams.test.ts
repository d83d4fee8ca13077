import { type TransitionTableName, transitionTableNames } from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import {
  boxOfLabel,
  doesLineCrossBox,
  drawStateMachine,
  transitionsOfMachine,
  stateTransitionName,
} from "./state-diagrams";
import { diagramLayouts } from "./diagram-layouts";

type LabelBox = ReturnType<typeof boxOfLabel>;
const boxesOverlap = (one: LabelBox, other: LabelBox) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe.each(transitionTableNames)("the diagram of %s", (table: TransitionTableName) => {
  const diagram = drawStateMachine(table, diagramLayouts[table]);
  const labels = diagram.wires.map((wire) => ({ ...wire, box: boxOfLabel(wire.label) }));

  it("a state diagram labels each edge of the transition table with its action, and has UNDO in its legend", () => {
    const moves = transitionsOfMachine(table);
    const told = diagram.wires.flatMap(({ moves: shown, label, action }) => {
      expect(label.lines.join("")).toBe(action);
      return shown.map(stateTransitionName);
    });
    expect(told.sort()).toEqual(
      moves
        .filter(({ action }) => action !== "UNDO")
        .map(stateTransitionName)
        .sort(),
    );
    const hasUndo = moves.some(({ action }) => action === "UNDO");
    expect(diagram.notes.some(({ text }) => text.startsWith("UNDO"))).toBe(hasUndo);
  });

  it("no two labels of a state diagram overlap", () => {
    const pairs = labels.flatMap((one, at) =>
      labels
        .slice(at + 1)
        .flatMap((other) =>
          boxesOverlap(one.box, other.box) ? [`${one.action} ${one.label.at} and ${other.action}`] : [],
        ),
    );
    expect(pairs).toEqual([]);
  });

  it("no line of a state diagram crosses a label", () => {
    const struck = labels.flatMap(({ action, label, box }) =>
      diagram.wires.flatMap((wire) =>
        wire.lines
          .filter(({ corners }) => doesLineCrossBox(corners, box))
          .map(() => `${wire.action} through ${action} ${label.at}`),
      ),
    );
    expect(struck).toEqual([]);
  });

  it("no line of a state diagram crosses the box of a state, and no label covers one", () => {
    const inside = diagram.states.map(({ name, box }) => ({
      name,
      box: { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 },
    }));
    const faults = inside.flatMap(({ name, box }) => [
      ...diagram.wires
        .filter(({ lines }) => lines.some((line) => doesLineCrossBox(line.corners, box)))
        .map(({ action }) => `${action} through ${name}`),
      ...labels.filter((label) => boxesOverlap(label.box, box)).map(({ action }) => `${action} on ${name}`),
    ]);
    expect(faults).toEqual([]);
  });

  it("the lines of a state diagram have right angles only, within 864 pixels", () => {
    const corners = diagram.wires.flatMap(({ lines }) => lines.map((line) => line.corners));
    const slanted = corners.filter((line) =>
      line.slice(1).some((end, at) => end[0] !== line[at]?.[0] && end[1] !== line[at]?.[1]),
    );
    expect(slanted).toEqual([]);
    const reach = [...labels.map(({ box }) => box), ...diagram.states.map(({ box }) => box)];
    expect(
      reach.filter(({ x, width, y, height }) => x < 0 || x + width > 864 || y < 0 || y + height > diagram.height),
    ).toEqual([]);
  });
});

describe("a diagram that the contract has outgrown", () => {
  const layout = diagramLayouts.FUNERAL_CASE;
  it("a state diagram without a line for an edge of the contract is refused", () => {
    expect(() => drawStateMachine("FUNERAL_CASE", { ...layout, wires: layout.wires.slice(1) })).toThrow(
      "has no line for OPEN ASSIGN ASSIGNED",
    );
  });
  it("a state diagram with a transition that the contract does not have is refused", () => {
    const [wire] = layout.wires;
    expect(() =>
      drawStateMachine("FUNERAL_CASE", { ...layout, wires: [...layout.wires, { ...wire!, action: "FORWARD" }] }),
    ).toThrow("shows what does not exist: OPEN FORWARD ASSIGNED");
  });
  it("a state diagram without a position for a state of the contract is refused", () => {
    const { CANCELLED: _, ...states } = layout.states;
    expect(() => drawStateMachine("FUNERAL_CASE", { ...layout, states })).toThrow("no place for CANCELLED");
  });
});
