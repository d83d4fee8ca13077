import { bearingBetween, type LonLat, metersBetween } from "../place";
import { turnDegrees } from "../roads/turn-cost";
import type { Maneuver, Modifier, Step } from "./answer";
import type { Choice, Junctions, RoadSigns } from "./junctions";
import { lineBetween, type Ride } from "./traced-path";

/** Up to here a road goes straight on; from there to the next bound a turn is slight, plain, sharp. Degrees. */
const STRAIGHT = 20;
const SLIGHT = 50;
const PLAIN = 125;
const U_TURN = 172;
/** Metres. */
const ON_THE_SPOT = 3;

/** What begins with a manoeuvre: the edges from `first` to before the next one's. */
interface Stretch {
  readonly maneuver: Maneuver;
  readonly signs: RoadSigns;
  readonly first: number;
}

/** What to do on the way, in OSRM's shape: a departure, a step for each manoeuvre that a driver has to think of, an arrival. */
export function stepsOf(junctions: Junctions, ride: Ride, target: LonLat): Step[] {
  const stretches = stretchesOf(junctions, ride);
  const steps = stretches.map((stretch, index) =>
    stepOf(ride, stretch, stretches[index + 1]?.first ?? ride.edges.length),
  );
  return [...steps, arrival(ride, target)];
}

function stretchesOf(junctions: Junctions, ride: Ride): Stretch[] {
  const { edges } = ride;
  const stretches: Stretch[] = [{ maneuver: departure(ride), signs: junctions.signsOf(edges[0] as number), first: 0 }];
  let roundabout: Roundabout | undefined;
  for (let index = 1; index < edges.length; index++) {
    const before = edges[index - 1] as number;
    const edge = edges[index] as number;
    const isRoundabout = junctions.isRoundabout(edge);
    if (roundabout && isRoundabout) roundabout.pass(junctions, before, edge);
    else if (roundabout) {
      // The step of a roundabout is named after the road by which one leaves it.
      stretches[stretches.length - 1] = roundabout.left(junctions, index);
      roundabout = undefined;
    } else if (isRoundabout && !junctions.isRoundabout(before)) {
      roundabout = new Roundabout(ride, index);
      stretches.push(roundabout.entered(junctions));
    } else {
      const turn = turnBetween(junctions, before, edge);
      if (turn) stretches.push(stretchFrom(junctions, ride, { ...turn, index }));
    }
  }
  return stretches;
}

/** The time in a roundabout, from the way in to the way out. */
class Roundabout {
  private exits = 0;

  constructor(
    private readonly ride: Ride,
    private readonly first: number,
  ) {}

  entered(junctions: Junctions): Stretch {
    return stretchFrom(junctions, this.ride, { type: "roundabout", modifier: "right", index: this.first });
  }

  /** Drives on inside; every way out that is left aside counts. */
  pass(junctions: Junctions, edge: number, next: number) {
    const isWayOut = ({ edge: other }: Choice) => other !== next && !junctions.isRoundabout(other);
    if (junctions.choicesAfter(edge).some(isWayOut)) this.exits++;
  }

  left(junctions: Junctions, index: number): Stretch {
    const [before, next] = [this.ride.edges[this.first - 1] as number, this.ride.edges[index] as number];
    const { maneuver, first } = this.entered(junctions);
    const modifier = modifierOf(junctions.degreesBetween(before, next));
    return { maneuver: { ...maneuver, modifier, exit: this.exits + 1 }, signs: junctions.signsOf(next), first };
  }
}

type Turn = Pick<Maneuver, "type" | "modifier">;

function stretchFrom(
  junctions: Junctions,
  { edges, points, starts }: Ride,
  { type, modifier, index }: Turn & { readonly index: number },
): Stretch {
  const edge = edges[index] as number;
  const maneuver: Maneuver = {
    type,
    modifier,
    location: points[starts[index] as number] as LonLat,
    bearing_before: junctions.bearingAtEnd(edges[index - 1] as number),
    bearing_after: junctions.bearingAtStart(edge),
  };
  return { maneuver, signs: junctions.signsOf(edge), first: index };
}

function departure({ points }: Ride): Maneuver {
  const location = points[0] as LonLat;
  const bearing = Math.round(bearingBetween(location, points[1] ?? location)) % 360;
  return { type: "depart", location, bearing_before: 0, bearing_after: bearing };
}

function arrival({ points }: Ride, target: LonLat): Step {
  const end = points.at(-1) ?? target;
  const bearing = bearingBetween(points.at(-2) ?? end, end);
  const modifier = sideOf(turnDegrees(bearing, bearingBetween(end, target)), metersBetween(end, target));
  const maneuver: Maneuver = {
    type: "arrive",
    modifier,
    location: end,
    bearing_before: Math.round(bearing) % 360,
    bearing_after: 0,
  };
  return {
    maneuver,
    name: "",
    ref: "",
    destinations: "",
    mode: "driving",
    driving_side: "right",
    distance_meters: 0,
    duration_seconds: 0,
    geometry: [end],
  };
}

/** Undefined where the place lies on the road itself. */
function sideOf(degrees: number, meters: number): Modifier | undefined {
  if (meters < ON_THE_SPOT) return undefined;
  if (Math.abs(degrees) < STRAIGHT) return "straight";
  return degrees < 0 ? "left" : "right";
}

function stepOf(ride: Ride, { maneuver, signs, first }: Stretch, after: number): Step {
  let [centimeters, milliseconds] = [0, 0];
  for (let index = first; index < after; index++) {
    centimeters += ride.lengths[index] as number;
    milliseconds += ride.durations[index] as number;
  }
  return {
    maneuver,
    name: signs.name,
    ref: signs.ref,
    destinations: signs.destinations,
    mode: signs.isFerry ? "ferry" : "driving",
    driving_side: "right",
    distance_meters: centimeters / 100,
    duration_seconds: milliseconds / 1000,
    geometry: lineBetween(ride, first, after),
  };
}

/** Undefined where a driver simply follows the road. */
function turnBetween(junctions: Junctions, before: number, after: number): Turn | undefined {
  if (junctions.goesOn(before, after, SLIGHT)) return undefined;
  const degrees = junctions.degreesBetween(before, after);
  const modifier = modifierOf(degrees);
  const from = junctions.signsOf(before);
  const to = junctions.signsOf(after);
  if (from.isFerry !== to.isFerry) return { type: "notification", modifier };
  if ((before ^ 1) === after) return { type: "continue", modifier: "uturn" };
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

/** Only where both have a name is it news that it changes. */
function renamed(from: RoadSigns, to: RoadSigns): "new name" | undefined {
  return from.name !== "" && to.name !== "" && from.name !== to.name ? "new name" : undefined;
}

function modifierOf(degrees: number): Modifier {
  const bend = Math.abs(degrees);
  if (bend < STRAIGHT) return "straight";
  if (bend > U_TURN) return "uturn";
  const side = degrees < 0 ? "left" : "right";
  if (bend < SLIGHT) return `slight ${side}`;
  return bend > PLAIN ? `sharp ${side}` : side;
}
