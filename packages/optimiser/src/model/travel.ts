import { type TravelTable, UNREACHABLE_SECONDS } from "./model";
import { type TravelMatrix, type Problem, type MatrixRows, type Vehicle, profileOf } from "../problem/problem";

/** Tables of ways, one for each profile, speed and price, and which of them each vehicle uses. */
export function compileTravelTables(problem: Problem): { travels: TravelTable[]; travelOf: Int32Array } {
  const known = new Map<string, number>();
  const travels: TravelTable[] = [];
  const travelOf = Int32Array.from(problem.vehicles, (vehicle) => {
    const key = JSON.stringify([profileOf(vehicle), vehicle.speed_factor ?? 1, travelPricesOf(vehicle)]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const matrix = problem.matrices[profileOf(vehicle)];
    travels.push(compileTravelTable(matrix ?? { durations: [] }, vehicle));
    known.set(key, travels.length - 1);
    return travels.length - 1;
  });
  return { travels, travelOf };
}

/** Cost of an hour of driving and of a kilometre; by VROOM's default a second costs 1. */
export function travelPricesOf({ costs }: Vehicle): { perHour: number; perKilometre: number } {
  return { perHour: costs?.per_hour ?? 3600, perKilometre: costs?.per_km ?? 0 };
}

/**
 * Tables of travel with one place more than the matrix has: nowhere, where tours without start or end begin or end.
 * When only some places of a matrix are used, these are renumbered, and the way from one of them to itself is not used.
 */
export function compileTravelTable(matrix: TravelMatrix, vehicle: Vehicle, places?: readonly number[]): TravelTable {
  const size = places?.length ?? matrix.durations.length;
  const side = size + 1;
  const tableOf = (rows: MatrixRows, divisor = 1) => squareTableOf(rows, { size, places, divisor });
  const time = tableOf(matrix.durations, vehicle.speed_factor);
  const distance = matrix.distances ? tableOf(matrix.distances) : new Float64Array(side * side);
  const cost = matrix.costs ? tableOf(matrix.costs) : priceTable({ time, distance, prices: travelPricesOf(vehicle) });
  const timeTo = transposeSquare(time, side);
  return { side, time, timeTo, distance, cost, costTo: cost === time ? timeTo : transposeSquare(cost, side) };
}

interface SquareTableOptions {
  readonly size: number;
  readonly places: readonly number[] | undefined;
  readonly divisor: number;
}

function squareTableOf(rows: MatrixRows, { size, places, divisor }: SquareTableOptions): Float64Array {
  const side = size + 1;
  const square = new Float64Array(side * side);
  for (let from = 0; from < size; from++) {
    const row = rows[places ? places[from]! : from];
    for (let to = 0; to < size; to++) {
      if (places && from === to) continue;
      const value = row?.[places ? places[to]! : to];
      // A row may lack `null`: a typed array has NaN where JSON has null.
      const isWay = value !== null && value !== undefined && value < UNREACHABLE_SECONDS;
      square[from * side + to] = isWay ? value / divisor : UNREACHABLE_SECONDS;
    }
  }
  return square;
}

interface PricedTables {
  readonly time: Float64Array;
  readonly distance: Float64Array;
  readonly prices: { readonly perHour: number; readonly perKilometre: number };
}

/** Shares the table of times where a second costs 1: half the memory, and so twice as much of it in the cache. */
function priceTable({ time, distance, prices }: PricedTables): Float64Array {
  if (prices.perHour === 3600 && prices.perKilometre === 0) return time;
  return time.map((seconds, way) => (seconds / 3600) * prices.perHour + (distance[way]! / 1000) * prices.perKilometre);
}

function transposeSquare(square: Float64Array, side: number): Float64Array {
  const copy = new Float64Array(square.length);
  for (let from = 0; from < side; from++) {
    for (let to = 0; to < side; to++) copy[to * side + from] = square[from * side + to]!;
  }
  return copy;
}
