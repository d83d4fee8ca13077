import { bearingBetween, type LonLat, metersBetween } from "../lon-lat";
import { turnDegrees } from "../roads/turn-cost";
import type { Maneuver, Modifier, Step } from "./answer";
import type { Junctions, RoadSigns } from "./junctions";
import { lineBetween, type Ride } from "./traced-path";
import { modifierOf, STRAIGHT, type Turn, type Turns } from "./turns";

/** Metres below which an arrival counts as on the spot. */
const ON_THE_SPOT = 3;

/** Stretch that begins with a manoeuvre: the edges from `first` to before the next one's. */
interface Stretch {
  readonly maneuver: Maneuver;
  readonly signs: RoadSigns;
  readonly first: number;
}

/**
 * Steps of a route in OSRM's shape: a departure, a step for each manoeuvre that a driver has to think of, an arrival.
 */
export function stepsOf(turns: Turns, ride: Ride, target: LonLat): Step[] {
  const stretches = stretchesOf(turns, ride);
  const steps = stretches.map((stretch, index) =>
    stepOf(ride, stretch, stretches[index + 1]?.first ?? ride.edges.length),
  );
  steps.push(arrival(ride, target));
  return steps;
}

function stretchesOf(turns: Turns, ride: Ride): Stretch[] {
  const { junctions } = turns;
  const { edges, arcs } = ride;
  const stretches: Stretch[] = [{ maneuver: departure(ride), signs: junctions.signsOf(edges[0] as number), first: 0 }];
  let roundabout: Roundabout | undefined;
  for (let index = 1; index < edges.length; index++) {
    const before = edges[index - 1] as number;
    const edge = edges[index] as number;
    const isRoundabout = junctions.isRoundabout(edge);
    if (roundabout && isRoundabout) roundabout.pass(before, edge);
    else if (roundabout) {
      stretches.push(roundabout.left(index));
      roundabout = undefined;
    } else if (isRoundabout && !junctions.isRoundabout(before)) roundabout = new Roundabout(junctions, ride, index);
    else {
      const turn = turns.at(arcs[index - 1] as number, before, edge);
      if (turn) stretches.push(stretchAt(ride, index, { turn, junctions }));
    }
  }
  if (roundabout) stretches.push(roundabout.entered());
  return stretches;
}

/** State of a drive through a roundabout, from its entry to its exit. */
class Roundabout {
  private exits = 0;

  constructor(
    private readonly junctions: Junctions,
    private readonly ride: Ride,
    private readonly first: number,
  ) {}

  /** Drives on inside; every exit that is passed counts. */
  pass(edge: number, next: number) {
    if (this.junctions.passesWayOut(edge, next)) this.exits++;
  }

  /** Stretch of a driver who arrives inside the roundabout. */
  entered(): Stretch {
    const { ride, first, junctions } = this;
    return stretchAt(ride, first, { turn: INTO_ROUNDABOUT, junctions });
  }

  /**
   * Stretch onto edge `index` of the ride; the step of a roundabout is named after the road by which the driver leaves
   * it.
   */
  left(index: number): Stretch {
    const { junctions, ride, first, exits } = this;
    const [before, next] = [ride.edges[first - 1] as number, ride.edges[index] as number];
    const modifier = modifierOf(junctions.degreesBetween(before, next));
    const { type, location, bearing_before, bearing_after } = this.entered().maneuver;
    const maneuver: Maneuver = { type, modifier, location, bearing_before, bearing_after, exit: exits + 1 };
    return { maneuver, signs: junctions.signsOf(next), first };
  }
}

const INTO_ROUNDABOUT: Turn = { type: "roundabout", modifier: "right" };

interface ManeuverContext {
  readonly turn: Turn;
  readonly junctions: Junctions;
}

function stretchAt({ edges, points, starts }: Ride, index: number, { turn, junctions }: ManeuverContext): Stretch {
  const edge = edges[index] as number;
  const maneuver: Maneuver = {
    type: turn.type,
    modifier: turn.modifier,
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

/** Side of the road on which the place lies; undefined where it lies on the road itself. */
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
