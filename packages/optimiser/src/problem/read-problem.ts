import { VIOLATION_LEVELS, type Problem } from "./problem";
import { checkProblemReferences } from "./read-references";
import {
  type ObjectFields,
  type ValueWithPath,
  propertyAt,
  readObject,
  readOptionalList,
  readOptionalNumber,
  checkOptionalText,
  readNumber,
  throwPlanningProblemError,
  readWholeNumbers,
} from "./read-values";

/** Times beyond this lose their seconds when they are added to the search's own large numbers. */
const TIME_SECONDS_MAX = 1e10;

/**
 * Checks a problem that came from outside. What passes can be planned.
 * @throws {PlanningProblemError} with the path of the first value at fault.
 */
export function readPlanningProblem(value: unknown): Problem {
  const fields = readObject({ value, path: "" });
  const vehicles = readOptionalList(propertyAt(fields, "vehicles", ""));
  if (vehicles.length === 0) throwPlanningProblemError("WRONG_TYPE", "vehicles", "names no vehicle");
  for (const vehicle of vehicles) readVehicle(vehicle);
  for (const job of readOptionalList(propertyAt(fields, "jobs", ""))) readJob(job);
  for (const shipment of readOptionalList(propertyAt(fields, "shipments", ""))) readShipment(shipment);
  readMatrices(propertyAt(fields, "matrices", ""));
  const problem = value as Problem;
  checkProblemReferences(problem);
  return problem;
}

/** Checks one case as `readPlanningProblem` checks those of a problem. */
export function readJob(found: ValueWithPath): void {
  const fields = readStop(found);
  readRequirements(fields, found.path);
  readWholeNumbers(propertyAt(fields, "delivery", found.path));
  readWholeNumbers(propertyAt(fields, "pickup", found.path));
  const { value, path } = propertyAt(fields, "is_on_board", found.path);
  if (value !== undefined && typeof value !== "boolean")
    throwPlanningProblemError("WRONG_TYPE", path, "is neither true nor false");
  if (value === true && fields.pinned_to === undefined)
    throwPlanningProblemError("CONTRADICTION", path, "does not say on which vehicle: pinned_to");
}

export function readShipment(found: ValueWithPath): void {
  const fields = readObject(found);
  readRequirements(fields, found.path);
  readWholeNumbers(propertyAt(fields, "amount", found.path));
  readStop(propertyAt(fields, "pickup", found.path));
  readStop(propertyAt(fields, "delivery", found.path));
}

function readStop(found: ValueWithPath): ObjectFields {
  const fields = readObject(found);
  const { path } = found;
  readNumber(propertyAt(fields, "id", path), { least: 0, isWhole: true });
  checkOptionalText(propertyAt(fields, "description", path));
  readLocation(propertyAt(fields, "location", path));
  readNumber(propertyAt(fields, "location_index", path), { least: 0, isWhole: true });
  readOptionalNumber(propertyAt(fields, "setup", path), { least: 0, most: TIME_SECONDS_MAX });
  readOptionalNumber(propertyAt(fields, "service", path), { least: 0, most: TIME_SECONDS_MAX });
  for (const name of ["setup_per_type", "service_per_type"]) {
    if (fields[name] !== undefined) throwPlanningProblemError("UNSUPPORTED", `${path}.${name}`, "is not supported");
  }
  readWindows(propertyAt(fields, "time_windows", path));
  for (const deadline of readOptionalList(propertyAt(fields, "deadlines", path))) readDeadline(deadline);
  return fields;
}

function readRequirements(fields: ObjectFields, path: string): void {
  readWholeNumbers(propertyAt(fields, "skills", path));
  readOptionalNumber(propertyAt(fields, "priority", path), { least: 0, most: 100, isWhole: true });
  readOptionalNumber(propertyAt(fields, "pinned_to", path), { least: 0, isWhole: true });
  for (const type of readOptionalList(propertyAt(fields, "excluded_vehicle_types", path))) {
    if (typeof type.value !== "string") throwPlanningProblemError("WRONG_TYPE", type.path, "is not text");
  }
}

function readLocation(found: ValueWithPath): void {
  if (found.value === undefined) return;
  const numbers = readOptionalList(found);
  if (numbers.length !== 2) throwPlanningProblemError("WRONG_TYPE", found.path, "is not [longitude, latitude]");
  for (const [index, number] of numbers.entries()) {
    const most = index === 0 ? 180 : 90;
    readNumber(number, { least: -most, most });
  }
}

/** Reads time windows, sorted and apart, because every search for the next opening relies on it. */
function readWindows(found: ValueWithPath): void {
  const windows = readOptionalList(found);
  if (found.value !== undefined && windows.length === 0)
    throwPlanningProblemError("CONTRADICTION", found.path, "allows no time at all");
  let last = Number.NEGATIVE_INFINITY;
  for (const window of windows) {
    const [start, end] = readWindow(window);
    if (start <= last)
      throwPlanningProblemError("CONTRADICTION", window.path, "does not begin after the window before it");
    last = end;
  }
}

function readWindow(found: ValueWithPath): readonly [number, number] {
  const bounds = readOptionalList(found).map((bound) =>
    readNumber(bound, { least: -TIME_SECONDS_MAX, most: TIME_SECONDS_MAX }),
  );
  const [start, end] = bounds;
  if (start === undefined || end === undefined || bounds.length > 2)
    throwPlanningProblemError("WRONG_TYPE", found.path, "is not [start, end]");
  if (end < start) throwPlanningProblemError("CONTRADICTION", found.path, "ends before it starts");
  return [start, end];
}

function readDeadline(found: ValueWithPath): void {
  const fields = readObject(found);
  const moment = readNumber(propertyAt(fields, "at", found.path), { least: -TIME_SECONDS_MAX, most: TIME_SECONDS_MAX });
  readOptionalNumber(propertyAt(fields, "since", found.path), { least: -TIME_SECONDS_MAX, most: moment });
  readOptionalNumber(propertyAt(fields, "cost_per_hour", found.path), { least: 0 });
  const level = propertyAt(fields, "level", found.path);
  const isLevel = level.value === undefined || VIOLATION_LEVELS.some((known) => known === level.value);
  if (!isLevel) throwPlanningProblemError("UNKNOWN", level.path, `is none of ${VIOLATION_LEVELS.join(", ")}`);
}

function readVehicle(found: ValueWithPath): void {
  const fields = readObject(found);
  const { path } = found;
  readNumber(propertyAt(fields, "id", path), { least: 0, isWhole: true });
  for (const name of ["profile", "description", "type"]) checkOptionalText(propertyAt(fields, name, path));
  for (const name of ["start", "end"]) readLocation(propertyAt(fields, name, path));
  for (const name of ["start_index", "end_index", "max_tasks"]) {
    readOptionalNumber(propertyAt(fields, name, path), { least: 0, isWhole: true });
  }
  for (const name of ["max_travel_time", "max_distance"])
    readOptionalNumber(propertyAt(fields, name, path), { least: 0 });
  for (const name of ["capacity", "skills"]) readWholeNumbers(propertyAt(fields, name, path));
  const speed = readOptionalNumber(propertyAt(fields, "speed_factor", path), { least: 0, most: 5 });
  if (speed === 0) throwPlanningProblemError("OUT_OF_RANGE", `${path}.speed_factor`, "is not above 0");
  readCosts(propertyAt(fields, "costs", path));
  if (fields.time_window !== undefined) readWindow(propertyAt(fields, "time_window", path));
  if (fields.shift_end !== undefined) readDeadline(propertyAt(fields, "shift_end", path));
  for (const pause of readOptionalList(propertyAt(fields, "breaks", path))) readBreak(pause);
  for (const step of readOptionalList(propertyAt(fields, "steps", path))) readStep(step);
}

function readCosts(found: ValueWithPath): void {
  if (found.value === undefined) return;
  const fields = readObject(found);
  for (const name of ["fixed", "per_hour", "per_km"])
    readOptionalNumber(propertyAt(fields, name, found.path), { least: 0 });
  if (fields.per_task_hour !== undefined)
    throwPlanningProblemError("UNSUPPORTED", `${found.path}.per_task_hour`, "is not supported");
}

function readBreak(found: ValueWithPath): void {
  const fields = readObject(found);
  readNumber(propertyAt(fields, "id", found.path), { least: 0, isWhole: true });
  checkOptionalText(propertyAt(fields, "description", found.path));
  readOptionalNumber(propertyAt(fields, "service", found.path), { least: 0, most: TIME_SECONDS_MAX });
  readWindows(propertyAt(fields, "time_windows", found.path));
  readWholeNumbers(propertyAt(fields, "max_load", found.path));
}

const STEP_TYPES = ["start", "job", "pickup", "delivery", "break", "end"];

function readStep(found: ValueWithPath): void {
  const fields = readObject(found);
  const { value, path } = propertyAt(fields, "type", found.path);
  if (!STEP_TYPES.some((known) => known === value))
    throwPlanningProblemError("UNKNOWN", path, `is none of ${STEP_TYPES.join(", ")}`);
  if (value === "start" || value === "end") return;
  readNumber(propertyAt(fields, "id", found.path), { least: 0, isWhole: true });
  for (const name of ["service_at", "service_after", "service_before"]) {
    if (fields[name] !== undefined)
      throwPlanningProblemError("UNSUPPORTED", `${found.path}.${name}`, "is not supported; use time_windows");
  }
}

function readMatrices(found: ValueWithPath): void {
  const profiles = readObject(found);
  for (const profile of Object.keys(profiles)) {
    const matrix = propertyAt(profiles, profile, found.path);
    const fields = readObject(matrix);
    const size = readMatrixSize(propertyAt(fields, "durations", matrix.path));
    for (const name of ["distances", "costs"]) {
      const table = propertyAt(fields, name, matrix.path);
      if (table.value !== undefined && readMatrixSize(table) !== size) {
        throwPlanningProblemError("CONTRADICTION", table.path, `has not ${size} rows as durations has`);
      }
    }
  }
}

/** Reads a square matrix, whose rows may be typed arrays, and returns its size. */
function readMatrixSize(found: ValueWithPath): number {
  if (found.value === undefined) throwPlanningProblemError("WRONG_TYPE", found.path, "is missing");
  const rows = readOptionalList(found);
  for (const { value, path } of rows) {
    if (!Array.isArray(value) && !ArrayBuffer.isView(value))
      throwPlanningProblemError("WRONG_TYPE", path, "is not a list");
    const row = value as ArrayLike<unknown>;
    if (row.length !== rows.length)
      throwPlanningProblemError("CONTRADICTION", path, `has ${row.length} columns, not ${rows.length}`);
    for (let column = 0; column < row.length; column++) {
      const cell = row[column];
      const isWay = cell === null || (typeof cell === "number" && !(cell < 0));
      if (!isWay)
        throwPlanningProblemError("OUT_OF_RANGE", `${path}[${column}]`, "is neither null nor a number from 0");
    }
  }
  return rows.length;
}
