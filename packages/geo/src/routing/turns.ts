import { reverseEdgeOf } from "../roads/turn-rules";
import type { Maneuver, ManeuverModifier } from "./answer";
import type { JunctionExit, RoadJunctions, VisibleRoadFeatures } from "./junctions";

/**
 * Bounds in degrees: up to the first a road goes straight on; from there to the next ones a turn is slight, plain,
 * sharp.
 */
export const STRAIGHT_TURN_DEGREES_MAX = 20;
const SLIGHT_DEGREES_MAX = 50;
const NORMAL_DEGREES_MAX = 125;
const SHARP_DEGREES_MAX = 172;

/** Manoeuvre where one road leads into the next. */
export type TurnManeuver = Pick<Maneuver, "type" | "modifier">;

/** Number of a turn that was not computed yet. */
const NOT_COMPUTED = 0;

/** Finds the manoeuvre at a turn. It depends on the map alone, so that each arc is computed once. */
export class TurnManeuverFinder {
  readonly junctions: RoadJunctions;
  /**
   * Number of the turn in `distinct`, by arc of the hierarchy. A byte is enough for nine types with eight modifiers.
   */
  private readonly numbers: Uint8Array;
  private readonly distinct: (TurnManeuver | undefined)[] = [undefined];

  /** `arcs` is the number of arcs in the hierarchy of the network. */
  constructor(junctions: RoadJunctions, arcs: number) {
    this.junctions = junctions;
    this.numbers = new Uint8Array(arcs);
  }

  /** Turn from edge `before` over an arc into edge `after`; undefined where a driver simply follows the road. */
  at(arc: number, before: number, after: number): TurnManeuver | undefined {
    const number = this.numbers[arc] ?? NOT_COMPUTED;
    if (number !== NOT_COMPUTED) return this.distinct[number];
    const turn = turnBetween(this.junctions, before, after);
    // Has no effect where there is no such arc.
    this.numbers[arc] = this.numberOf(turn);
    return turn;
  }

  private numberOf(turn: TurnManeuver | undefined): number {
    const isSame = (other: TurnManeuver | undefined, number: number) =>
      number !== NOT_COMPUTED && other?.type === turn?.type && other?.modifier === turn?.modifier;
    const known = this.distinct.findIndex(isSame);
    return known > NOT_COMPUTED ? known : this.distinct.push(turn) - 1;
  }
}

/** Turn between two edges; undefined where a driver simply follows the road. */
function turnBetween(junctions: RoadJunctions, before: number, after: number): TurnManeuver | undefined {
  if (junctions.goesOn(before, after, SLIGHT_DEGREES_MAX)) return undefined;
  const degrees = junctions.degreesBetween(before, after);
  const modifier = maneuverModifierOfAngle(degrees);
  const from = junctions.signsOf(before);
  const to = junctions.signsOf(after);
  if (from.isFerry !== to.isFerry) return { type: "notification", modifier };
  if (after === reverseEdgeOf(before)) return { type: "continue", modifier: "uturn" };
  const choices = junctions.choicesAfter(before);
  const type = junctions.isPlain(before)
    ? newNameManeuver(from, to)
    : maneuverTypeOf({ from, to, degrees, choices, edge: after, junctions });
  return type && { type, modifier: type === "new name" ? "straight" : modifier };
}

interface JunctionCrossing {
  readonly from: VisibleRoadFeatures;
  readonly to: VisibleRoadFeatures;
  readonly degrees: number;
  readonly choices: readonly JunctionExit[];
  readonly edge: number;
  readonly junctions: RoadJunctions;
}

function maneuverTypeOf({
  from,
  to,
  degrees,
  choices,
  edge,
  junctions,
}: JunctionCrossing): Maneuver["type"] | undefined {
  if (from.isMotorway && to.isLink) return "off ramp";
  if (to.isRamp && !from.isRamp) return "on ramp";
  if (from.isLink && to.isMotorway) return "merge";
  const bend = Math.abs(degrees);
  const others = choices.filter((choice) => choice.edge !== edge);
  // A slip road beside a motorway leaves no doubt where the motorway goes on.
  const isRival = others.some(
    (other) => Math.abs(other.degrees) < SLIGHT_DEGREES_MAX && junctions.isLink(other.edge) === to.isLink,
  );
  if (
    bend < SLIGHT_DEGREES_MAX &&
    isRival &&
    others.every((other) => Math.abs(other.degrees - degrees) < SLIGHT_DEGREES_MAX)
  )
    return "fork";
  const straightest = others.every((other) => Math.abs(other.degrees) > bend);
  if (bend < SLIGHT_DEGREES_MAX && straightest) return newNameManeuver(from, to);
  if (isSameRoad(from, to)) return "continue";
  const isEnd = choices.length === 2 && choices.every((choice) => Math.abs(choice.degrees) > SLIGHT_DEGREES_MAX);
  return isEnd ? "end of road" : "turn";
}

const isSameRoad = (from: VisibleRoadFeatures, to: VisibleRoadFeatures) => from.name === to.name && from.name !== "";

/** Type of a manoeuvre by a change of name, which matters only where both roads have one. */
function newNameManeuver(from: VisibleRoadFeatures, to: VisibleRoadFeatures): "new name" | undefined {
  return from.name !== "" && to.name !== "" && from.name !== to.name ? "new name" : undefined;
}

/** Modifier of a turn by `degrees` from -180 (left) to 180 (right). */
export function maneuverModifierOfAngle(degrees: number): ManeuverModifier {
  const bend = Math.abs(degrees);
  if (bend < STRAIGHT_TURN_DEGREES_MAX) return "straight";
  if (bend > SHARP_DEGREES_MAX) return "uturn";
  const side = degrees < 0 ? "left" : "right";
  if (bend < SLIGHT_DEGREES_MAX) return `slight ${side}`;
  return bend > NORMAL_DEGREES_MAX ? `sharp ${side}` : side;
}
