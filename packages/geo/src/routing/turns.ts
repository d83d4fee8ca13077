import { reverseOf } from "../roads/turn-rules";
import type { Maneuver, Modifier } from "./answer";
import type { Choice, Junctions, RoadSigns } from "./junctions";

/**
 * Bounds in degrees: up to the first a road goes straight on; from there to the next ones a turn is slight, plain,
 * sharp.
 */
export const STRAIGHT = 20;
const SLIGHT = 50;
const PLAIN = 125;
const U_TURN = 172;

/** Manoeuvre where one road leads into the next. */
export type Turn = Pick<Maneuver, "type" | "modifier">;

/** Number of a turn that was not computed yet. */
const UNKNOWN = 0;

/** Finds the manoeuvre at a turn. It depends on the map alone, so that each arc is computed once. */
export class Turns {
  readonly junctions: Junctions;
  /**
   * Number of the turn in `distinct`, by arc of the hierarchy. A byte is enough for nine types with eight modifiers.
   */
  private readonly numbers: Uint8Array;
  private readonly distinct: (Turn | undefined)[] = [undefined];

  /** `arcs` is the number of arcs in the hierarchy of the network. */
  constructor(junctions: Junctions, arcs: number) {
    this.junctions = junctions;
    this.numbers = new Uint8Array(arcs);
  }

  /** Turn from edge `before` over an arc into edge `after`; undefined where a driver simply follows the road. */
  at(arc: number, before: number, after: number): Turn | undefined {
    const number = this.numbers[arc] ?? UNKNOWN;
    if (number !== UNKNOWN) return this.distinct[number];
    const turn = turnBetween(this.junctions, before, after);
    // Has no effect where there is no such arc.
    this.numbers[arc] = this.numberOf(turn);
    return turn;
  }

  private numberOf(turn: Turn | undefined): number {
    const isSame = (other: Turn | undefined, number: number) =>
      number !== UNKNOWN && other?.type === turn?.type && other?.modifier === turn?.modifier;
    const known = this.distinct.findIndex(isSame);
    return known > UNKNOWN ? known : this.distinct.push(turn) - 1;
  }
}

/** Turn between two edges; undefined where a driver simply follows the road. */
function turnBetween(junctions: Junctions, before: number, after: number): Turn | undefined {
  if (junctions.goesOn(before, after, SLIGHT)) return undefined;
  const degrees = junctions.degreesBetween(before, after);
  const modifier = modifierOf(degrees);
  const from = junctions.signsOf(before);
  const to = junctions.signsOf(after);
  if (from.isFerry !== to.isFerry) return { type: "notification", modifier };
  if (after === reverseOf(before)) return { type: "continue", modifier: "uturn" };
  const choices = junctions.choicesAfter(before);
  const type = junctions.isPlain(before)
    ? renamed(from, to)
    : typeOfTurn({ from, to, degrees, choices, edge: after, junctions });
  return type && { type, modifier: type === "new name" ? "straight" : modifier };
}

interface Crossing {
  readonly from: RoadSigns;
  readonly to: RoadSigns;
  readonly degrees: number;
  readonly choices: readonly Choice[];
  readonly edge: number;
  readonly junctions: Junctions;
}

function typeOfTurn({ from, to, degrees, choices, edge, junctions }: Crossing): Maneuver["type"] | undefined {
  if (to.isLink && !from.isLink) return from.isMotorway ? "off ramp" : "on ramp";
  if (from.isLink && to.isMotorway) return "merge";
  const bend = Math.abs(degrees);
  const others = choices.filter((choice) => choice.edge !== edge);
  // A slip road beside a motorway leaves no doubt where the motorway goes on.
  const isRival = others.some(
    (other) => Math.abs(other.degrees) < SLIGHT && junctions.isLink(other.edge) === to.isLink,
  );
  if (bend < SLIGHT && isRival && others.every((other) => Math.abs(other.degrees - degrees) < SLIGHT)) return "fork";
  const straightest = others.every((other) => Math.abs(other.degrees) > bend);
  if (bend < SLIGHT && straightest) return renamed(from, to);
  if (isSameRoad(from, to)) return "continue";
  const isEnd = choices.length === 2 && choices.every((choice) => Math.abs(choice.degrees) > SLIGHT);
  return isEnd ? "end of road" : "turn";
}

const isSameRoad = (from: RoadSigns, to: RoadSigns) => from.name === to.name && from.name !== "";

/** Type of a manoeuvre by a change of name, which matters only where both roads have one. */
function renamed(from: RoadSigns, to: RoadSigns): "new name" | undefined {
  return from.name !== "" && to.name !== "" && from.name !== to.name ? "new name" : undefined;
}

/** Modifier of a turn by `degrees` from -180 (left) to 180 (right). */
export function modifierOf(degrees: number): Modifier {
  const bend = Math.abs(degrees);
  if (bend < STRAIGHT) return "straight";
  if (bend > U_TURN) return "uturn";
  const side = degrees < 0 ? "left" : "right";
  if (bend < SLIGHT) return `slight ${side}`;
  return bend > PLAIN ? `sharp ${side}` : side;
}
