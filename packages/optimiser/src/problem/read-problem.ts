import { LEVELS, type Problem } from "./problem";
import { checkReferences } from "./read-references";
import {
  type Fields,
  type FoundValue,
  at,
  fieldsOf,
  listOf,
  maybeNumber,
  maybeText,
  readNumber,
  refuse,
  wholeNumbers,
} from "./read-values";

/** Times beyond this lose their seconds when they are added to the search's own large numbers. */
const TIME_MAX = 1e10;

/**
 * Checks a problem that came from outside. What passes can be planned.
 * @throws {ProblemError} with the path of the first value at fault.
 */
export function readProblem(value: unknown): Problem {
  const fields = fieldsOf({ value, path: "" });
  const vehicles = listOf(at(fields, "vehicles", ""));
  if (vehicles.length === 0) refuse("WRONG_TYPE", "vehicles", "names no vehicle");
  for (const vehicle of vehicles) readVehicle(vehicle);
  for (const job of listOf(at(fields, "jobs", ""))) readJob(job);
  for (const shipment of listOf(at(fields, "shipments", ""))) readShipment(shipment);
  readMatrices(at(fields, "matrices", ""));
  const problem = value as Problem;
  checkReferences(problem);
  return problem;
}

/** Checks one case as `readProblem` checks those of a problem. */
export function readJob(found: FoundValue): void {
  const fields = readStop(found);
  readRequirements(fields, found.path);
  wholeNumbers(at(fields, "delivery", found.path));
  wholeNumbers(at(fields, "pickup", found.path));
  const { value, path } = at(fields, "is_on_board", found.path);
  if (value !== undefined && typeof value !== "boolean") refuse("WRONG_TYPE", path, "is neither true nor false");
  if (value === true && fields.pinned_to === undefined)
    refuse("CONTRADICTION", path, "does not say on which vehicle: pinned_to");
}

export function readShipment(found: FoundValue): void {
  const fields = fieldsOf(found);
  readRequirements(fields, found.path);
  wholeNumbers(at(fields, "amount", found.path));
  readStop(at(fields, "pickup", found.path));
  readStop(at(fields, "delivery", found.path));
}

function readStop(found: FoundValue): Fields {
  const fields = fieldsOf(found);
  const { path } = found;
  readNumber(at(fields, "id", path), { least: 0, isWhole: true });
  maybeText(at(fields, "description", path));
  readLocation(at(fields, "location", path));
  readNumber(at(fields, "location_index", path), { least: 0, isWhole: true });
  maybeNumber(at(fields, "setup", path), { least: 0, most: TIME_MAX });
  maybeNumber(at(fields, "service", path), { least: 0, most: TIME_MAX });
  for (const name of ["setup_per_type", "service_per_type"]) {
    if (fields[name] !== undefined) refuse("UNSUPPORTED", `${path}.${name}`, "is not supported");
  }
  readWindows(at(fields, "time_windows", path));
  for (const deadline of listOf(at(fields, "deadlines", path))) readDeadline(deadline);
  return fields;
}

function readRequirements(fields: Fields, path: string): void {
  wholeNumbers(at(fields, "skills", path));
  maybeNumber(at(fields, "priority", path), { least: 0, most: 100, isWhole: true });
  maybeNumber(at(fields, "pinned_to", path), { least: 0, isWhole: true });
  for (const type of listOf(at(fields, "excluded_vehicle_types", path))) {
    if (typeof type.value !== "string") refuse("WRONG_TYPE", type.path, "is not text");
  }
}

function readLocation(found: FoundValue): void {
  if (found.value === undefined) return;
  const numbers = listOf(found);
  if (numbers.length !== 2) refuse("WRONG_TYPE", found.path, "is not [longitude, latitude]");
  for (const [index, number] of numbers.entries()) {
    const most = index === 0 ? 180 : 90;
    readNumber(number, { least: -most, most });
  }
}

/** Reads time windows, sorted and apart, because every search for the next opening relies on it. */
function readWindows(found: FoundValue): void {
  const windows = listOf(found);
  if (found.value !== undefined && windows.length === 0) refuse("CONTRADICTION", found.path, "allows no time at all");
  let last = Number.NEGATIVE_INFINITY;
  for (const window of windows) {
    const [start, end] = readWindow(window);
    if (start <= last) refuse("CONTRADICTION", window.path, "does not begin after the window before it");
    last = end;
  }
}

function readWindow(found: FoundValue): readonly [number, number] {
  const bounds = listOf(found).map((bound) => readNumber(bound, { least: -TIME_MAX, most: TIME_MAX }));
  const [start, end] = bounds;
  if (start === undefined || end === undefined || bounds.length > 2)
    refuse("WRONG_TYPE", found.path, "is not [start, end]");
  if (end < start) refuse("CONTRADICTION", found.path, "ends before it starts");
  return [start, end];
}

function readDeadline(found: FoundValue): void {
  const fields = fieldsOf(found);
  const moment = readNumber(at(fields, "at", found.path), { least: -TIME_MAX, most: TIME_MAX });
  maybeNumber(at(fields, "since", found.path), { least: -TIME_MAX, most: moment });
  maybeNumber(at(fields, "cost_per_hour", found.path), { least: 0 });
  const level = at(fields, "level", found.path);
  const isLevel = level.value === undefined || LEVELS.some((known) => known === level.value);
  if (!isLevel) refuse("UNKNOWN", level.path, `is none of ${LEVELS.join(", ")}`);
}

function readVehicle(found: FoundValue): void {
  const fields = fieldsOf(found);
  const { path } = found;
  readNumber(at(fields, "id", path), { least: 0, isWhole: true });
  for (const name of ["profile", "description", "type"]) maybeText(at(fields, name, path));
  for (const name of ["start", "end"]) readLocation(at(fields, name, path));
  for (const name of ["start_index", "end_index", "max_tasks"]) {
    maybeNumber(at(fields, name, path), { least: 0, isWhole: true });
  }
  for (const name of ["max_travel_time", "max_distance"]) maybeNumber(at(fields, name, path), { least: 0 });
  for (const name of ["capacity", "skills"]) wholeNumbers(at(fields, name, path));
  const speed = maybeNumber(at(fields, "speed_factor", path), { least: 0, most: 5 });
  if (speed === 0) refuse("OUT_OF_RANGE", `${path}.speed_factor`, "is not above 0");
  readCosts(at(fields, "costs", path));
  if (fields.time_window !== undefined) readWindow(at(fields, "time_window", path));
  if (fields.shift_end !== undefined) readDeadline(at(fields, "shift_end", path));
  for (const pause of listOf(at(fields, "breaks", path))) readBreak(pause);
  for (const step of listOf(at(fields, "steps", path))) readStep(step);
}

function readCosts(found: FoundValue): void {
  if (found.value === undefined) return;
  const fields = fieldsOf(found);
  for (const name of ["fixed", "per_hour", "per_km"]) maybeNumber(at(fields, name, found.path), { least: 0 });
  if (fields.per_task_hour !== undefined) refuse("UNSUPPORTED", `${found.path}.per_task_hour`, "is not supported");
}

function readBreak(found: FoundValue): void {
  const fields = fieldsOf(found);
  readNumber(at(fields, "id", found.path), { least: 0, isWhole: true });
  maybeText(at(fields, "description", found.path));
  maybeNumber(at(fields, "service", found.path), { least: 0, most: TIME_MAX });
  readWindows(at(fields, "time_windows", found.path));
  wholeNumbers(at(fields, "max_load", found.path));
}

const STEP_TYPES = ["start", "job", "pickup", "delivery", "break", "end"];

function readStep(found: FoundValue): void {
  const fields = fieldsOf(found);
  const { value, path } = at(fields, "type", found.path);
  if (!STEP_TYPES.some((known) => known === value)) refuse("UNKNOWN", path, `is none of ${STEP_TYPES.join(", ")}`);
  if (value === "start" || value === "end") return;
  readNumber(at(fields, "id", found.path), { least: 0, isWhole: true });
  for (const name of ["service_at", "service_after", "service_before"]) {
    if (fields[name] !== undefined)
      refuse("UNSUPPORTED", `${found.path}.${name}`, "is not supported; use time_windows");
  }
}

function readMatrices(found: FoundValue): void {
  const profiles = fieldsOf(found);
  for (const profile of Object.keys(profiles)) {
    const matrix = at(profiles, profile, found.path);
    const fields = fieldsOf(matrix);
    const size = rowsOf(at(fields, "durations", matrix.path));
    for (const name of ["distances", "costs"]) {
      const table = at(fields, name, matrix.path);
      if (table.value !== undefined && rowsOf(table) !== size) {
        refuse("CONTRADICTION", table.path, `has not ${size} rows as durations has`);
      }
    }
  }
}

/** Reads a square matrix, whose rows may be typed arrays, and returns its size. */
function rowsOf(found: FoundValue): number {
  if (found.value === undefined) refuse("WRONG_TYPE", found.path, "is missing");
  const rows = listOf(found);
  for (const { value, path } of rows) {
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) refuse("WRONG_TYPE", path, "is not a list");
    const row = value as ArrayLike<unknown>;
    if (row.length !== rows.length) refuse("CONTRADICTION", path, `has ${row.length} columns, not ${rows.length}`);
    for (let column = 0; column < row.length; column++) {
      const cell = row[column];
      const isWay = cell === null || (typeof cell === "number" && !(cell < 0));
      if (!isWay) refuse("OUT_OF_RANGE", `${path}[${column}]`, "is neither null nor a number from 0");
    }
  }
  return rows.length;
}
