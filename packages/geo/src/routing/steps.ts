import { bearingBetween, type LonLat, metersBetween } from "../lon-lat";
import { turnAngleDegrees } from "../roads/turn-cost";
import type { Maneuver, ManeuverModifier, RouteStep } from "./answer";
import type { RoadJunctions, VisibleRoadFeatures } from "./junctions";
import { lineOfConsecutiveEdges, type TracedPath } from "./traced-path";
import {
  maneuverModifierOfAngle,
  STRAIGHT_TURN_DEGREES_MAX,
  type TurnManeuver,
  type TurnManeuverFinder,
} from "./turns";

/** Metres below which an arrival counts as on the spot. */
const ON_THE_SPOT_METERS = 3;

/** Stretch that begins with a manoeuvre: the edges from `first` to before the next one's. */
interface RouteStretch {
  readonly maneuver: Maneuver;
  readonly signs: VisibleRoadFeatures;
  readonly first: number;
}

/**
 * Steps of a route in OSRM's shape: a departure, a step for each manoeuvre that a driver has to think of, an arrival.
 */
export function routeStepsOf(turns: TurnManeuverFinder, ride: TracedPath, target: LonLat): RouteStep[] {
  const stretches = stretchesOfRide(turns, ride);
  const steps = stretches.map((stretch, index) =>
    stepOfStretch(ride, stretch, stretches[index + 1]?.first ?? ride.edges.length),
  );
  steps.push(arrivalStep(ride, target));
  return steps;
}

function stretchesOfRide(turns: TurnManeuverFinder, ride: TracedPath): RouteStretch[] {
  const { junctions } = turns;
  const { edges, arcs } = ride;
  const stretches: RouteStretch[] = [
    { maneuver: departureManeuver(ride), signs: junctions.signsOf(edges[0] as number), first: 0 },
  ];
  let roundabout: RoundaboutDrive | undefined;
  for (let index = 1; index < edges.length; index++) {
    const before = edges[index - 1] as number;
    const edge = edges[index] as number;
    const isRoundabout = junctions.isRoundabout(edge);
    if (roundabout && isRoundabout) roundabout.pass(before, edge);
    else if (roundabout) {
      stretches.push(roundabout.left(index));
      roundabout = undefined;
    } else if (isRoundabout && !junctions.isRoundabout(before))
      roundabout = new RoundaboutDrive(junctions, ride, index);
    else {
      const turn = turns.at(arcs[index - 1] as number, before, edge);
      if (turn) stretches.push(stretchAt(ride, index, { turn, junctions }));
    }
  }
  if (roundabout) stretches.push(roundabout.entered());
  return stretches;
}

/** State of a drive through a roundabout, from its entry to its exit. */
class RoundaboutDrive {
  private exits = 0;

  constructor(
    private readonly junctions: RoadJunctions,
    private readonly ride: TracedPath,
    private readonly first: number,
  ) {}

  /** Moves on to the next edge of the roundabout; every exit that is passed counts. */
  pass(edge: number, next: number) {
    if (this.junctions.passesWayOut(edge, next)) this.exits++;
  }

  /** Stretch of a driver who arrives inside the roundabout. */
  entered(): RouteStretch {
    const { ride, first, junctions } = this;
    return stretchAt(ride, first, { turn: ROUNDABOUT_ENTRY_TURN, junctions });
  }

  /**
   * Stretch onto edge `index` of the ride; the step of a roundabout is named after the road by which the driver leaves
   * it.
   */
  left(index: number): RouteStretch {
    const { junctions, ride, first, exits } = this;
    const [before, next] = [ride.edges[first - 1] as number, ride.edges[index] as number];
    const modifier = maneuverModifierOfAngle(junctions.degreesBetween(before, next));
    const { type, location, bearing_before, bearing_after } = this.entered().maneuver;
    const maneuver: Maneuver = { type, modifier, location, bearing_before, bearing_after, exit: exits + 1 };
    return { maneuver, signs: junctions.signsOf(next), first };
  }
}

const ROUNDABOUT_ENTRY_TURN: TurnManeuver = { type: "roundabout", modifier: "right" };

interface ManeuverContext {
  readonly turn: TurnManeuver;
  readonly junctions: RoadJunctions;
}

function stretchAt(
  { edges, points, starts }: TracedPath,
  index: number,
  { turn, junctions }: ManeuverContext,
): RouteStretch {
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

function departureManeuver({ points }: TracedPath): Maneuver {
  const location = points[0] as LonLat;
  const bearing = Math.round(bearingBetween(location, points[1] ?? location)) % 360;
  return { type: "depart", location, bearing_before: 0, bearing_after: bearing };
}

function arrivalStep({ points }: TracedPath, target: LonLat): RouteStep {
  const end = points.at(-1) ?? target;
  const bearing = bearingBetween(points.at(-2) ?? end, end);
  const modifier = sideOfRoad(turnAngleDegrees(bearing, bearingBetween(end, target)), metersBetween(end, target));
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
function sideOfRoad(degrees: number, meters: number): ManeuverModifier | undefined {
  if (meters < ON_THE_SPOT_METERS) return undefined;
  if (Math.abs(degrees) < STRAIGHT_TURN_DEGREES_MAX) return "straight";
  return degrees < 0 ? "left" : "right";
}

function stepOfStretch(ride: TracedPath, { maneuver, signs, first }: RouteStretch, after: number): RouteStep {
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
    geometry: lineOfConsecutiveEdges(ride, first, after),
  };
}
