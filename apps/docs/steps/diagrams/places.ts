/** Colours of `packages/ui`, by what a state means. */
export type Tone = "none" | "open" | "assigned" | "accepted" | "moving" | "onsite" | "loaded" | "closed";

/** Where things stand in a picture that is 864 wide; all numbers are its pixels. */
export interface Places {
  readonly height: number;
  /** Middle of each state's box, and how wide it is. */
  readonly states: Readonly<Record<string, { readonly at: Point; readonly width: number; readonly tone: Tone }>>;
  /** States that share exits: an action that all of them know leaves the frame once. */
  readonly areas: Readonly<Record<string, Area>>;
  readonly wires: readonly Wire[];
  /** What moves a case besides actions, and where UNDO is named. */
  readonly notes: readonly Note[];
}
export type Point = readonly [x: number, y: number];

interface Area {
  readonly title: string;
  readonly titleAt: Point;
  /** Left, top, width, height. */
  readonly box: readonly [number, number, number, number];
  readonly states: readonly string[];
}

/** All that one label tells: an action from some places to others. */
export interface Wire {
  readonly action: string;
  /** States or areas. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /**
   * Lines with right angles: `OPEN top 40 > 30 > DONE left`. Between a side of a box (its middle unless an x or y is
   * named) and the next stand the coordinates to go to, first in the direction of the side. `at 40 30` meets another line.
   */
  readonly lines: readonly string[];
  readonly label: Label;
}
export interface Label {
  readonly at: Point;
  readonly anchor?: "middle" | "end";
  /** In two lines, behind this many letters. */
  readonly breakAfter?: number;
}
interface Note {
  readonly text: string;
  readonly at: Point;
  readonly anchor?: "middle" | "end";
  /** A dotted line of the way that the note names. */
  readonly line?: string;
}

/** What the table calls `~unassigned` is `unassigned` to readers; `-` has no name. */
export const shownState = (state: string) => (state === "-" ? "" : state.replace("~", ""));
