/** Colours of `packages/ui`, by the meaning of a state. */
export type StateTone = "none" | "open" | "assigned" | "accepted" | "moving" | "onsite" | "loaded" | "closed";

/** Positions of all parts of a diagram that is 864 pixels wide; all numbers are in its pixels. */
export interface DiagramLayout {
  readonly height: number;
  /** Centre of each state's box, and its width. */
  readonly states: Readonly<
    Record<string, { readonly at: DiagramPoint; readonly width: number; readonly tone: StateTone }>
  >;
  /** States that share exits: an action that all of them have leaves the frame once. */
  readonly areas: Readonly<Record<string, DiagramArea>>;
  readonly wires: readonly DiagramTransition[];
  /** Labels for moves other than actions, and for UNDO. */
  readonly notes: readonly DiagramNote[];
}
export type DiagramPoint = readonly [x: number, y: number];

interface DiagramArea {
  readonly title: string;
  readonly titleAt: DiagramPoint;
  /** Left, top, width and height of the frame. */
  readonly box: readonly [number, number, number, number];
  readonly states: readonly string[];
}

/** Lines with one label: an action from some states or areas to others. */
export interface DiagramTransition {
  readonly action: string;
  /** States or areas from which the action leads. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /**
   * Lines with right angles: `OPEN top 40 > 30 > DONE left`. Between a side of a box (its middle unless an x or y is
   * named) and the next stand the coordinates to go to, first in the direction of the side. `at 40 30` meets another
   * line.
   */
  readonly lines: readonly string[];
  readonly label: DiagramLabel;
}
export interface DiagramLabel {
  readonly at: DiagramPoint;
  readonly anchor?: "middle" | "end";
  /** Breaks the label into two lines after so many letters. */
  readonly breakAfter?: number;
}
interface DiagramNote {
  readonly text: string;
  readonly at: DiagramPoint;
  readonly anchor?: "middle" | "end";
  /** Dotted line for the move that the note names. */
  readonly line?: string;
}

/** Name of a state for readers: `~unassigned` of the table is `unassigned`; `-` has no name. */
export const shownStateName = (state: string) => (state === "-" ? "" : state.replace("~", ""));
