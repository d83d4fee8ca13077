import {
  BODY_BYTES_MAX,
  BODY_DEPTH_MAX,
  BODY_ITEMS_MAX,
  FAULTS_MAX,
  FILE_BYTES_MAX,
  HEARTBEAT_SECONDS,
  IDEMPOTENCY_DAYS,
  STREAM_WINDOW_EVENTS,
  STREAM_WINDOW_HOURS,
  STREAMS_PER_TENANT,
  streamsPerBearer,
  tokenLifetimes,
  URL_LENGTH_MAX,
} from "@leitstand/contract/operation/limits";
import { LocationUpdateRequest } from "@leitstand/contract/fleet/location";
import { DASHBOARD_ROWS_MAX } from "@leitstand/contract/board/dashboard";
import { errorCodes } from "@leitstand/contract/errors/errors";
import { grantNames } from "@leitstand/contract/operation/grants";
import { allOperations } from "@leitstand/contract/operations";
import { pageQuery } from "@leitstand/contract/core/schema";
import {
  codeLimits,
  knownDeviceSeconds,
  passwordLimits,
  pinLimits,
  reauthenticationSeconds,
  resetSeconds,
} from "@leitstand/contract/people/sign-in-limits";
import { SHIFT_DAYS_MAX } from "@leitstand/contract/tours/tour";

/** Numbers of the contract for use in sentences, with their units. */
export const readFacts = () => ({ ...readRequestFacts(), ...readSignInFacts(), ...readStreamFacts() });
export type FactName = keyof ReturnType<typeof readFacts>;

const readRequestFacts = () => ({
  operations: count(allOperations.length),
  grants: count(grantNames.length),
  error_codes: count(errorCodes.length),
  page_size: count(keyword(pageQuery.size, "default")),
  page_size_max: count(keyword(pageQuery.size, "maximum")),
  body: bytes(BODY_BYTES_MAX),
  file: bytes(FILE_BYTES_MAX),
  body_depth: count(BODY_DEPTH_MAX),
  body_items: count(BODY_ITEMS_MAX),
  url: `${count(URL_LENGTH_MAX)} characters`,
  faults: count(FAULTS_MAX),
  idempotency: duration(IDEMPOTENCY_DAYS * 86_400),
});

const readSignInFacts = () => ({
  user_session: duration(tokenLifetimes.USER.seconds),
  user_idle: duration(tokenLifetimes.USER.idleSeconds),
  device_session: duration(tokenLifetimes.DEVICE.seconds),
  device_idle: duration(tokenLifetimes.DEVICE.idleSeconds),
  service_session: duration(tokenLifetimes.SERVICE.seconds),
  code: duration(codeLimits.seconds),
  code_guesses: count(codeLimits.guessesMax),
  code_failures_day: count(codeLimits.failuresPerDayMax),
  code_failures_row: count(codeLimits.failuresInARowMax),
  pin_token: duration(pinLimits.tokenSeconds),
  pin_failures: count(pinLimits.failuresBeforeLock),
  pin_lock: duration(pinLimits.lockSeconds),
  pin_failures_max: count(pinLimits.failuresMax),
  password_failures: count(passwordLimits.threshold),
  password_wait: duration(passwordLimits.firstWait),
  password_wait_max: duration(passwordLimits.waitMax),
  password_failures_max: count(passwordLimits.failuresMax),
  reset_link: duration(resetSeconds),
  known_device: duration(knownDeviceSeconds),
  reauthentication: duration(reauthenticationSeconds),
});

const readStreamFacts = () => ({
  heartbeat: duration(HEARTBEAT_SECONDS),
  stream_window: duration(STREAM_WINDOW_HOURS * 3_600),
  stream_events: count(STREAM_WINDOW_EVENTS),
  streams_user: count(streamsPerBearer.USER),
  streams_device: count(streamsPerBearer.DEVICE),
  streams_service: count(streamsPerBearer.SERVICE),
  streams_tenant: count(STREAMS_PER_TENANT),
  dashboard_rows: count(DASHBOARD_ROWS_MAX),
  positions: count(keyword(LocationUpdateRequest.properties.locations, "maxItems")),
  shift: `${SHIFT_DAYS_MAX} days`,
});

function count(value: number): string {
  return value.toLocaleString("en");
}

function bytes(value: number): string {
  return `${value / 1_048_576} MiB`;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Duration in the largest unit without a remainder; a day is given in hours, a year in days. */
function duration(seconds: number | null): string {
  if (seconds === null) return "no limit";
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0 && seconds > length) ?? ["second", 1];
  const value = seconds / size;
  return `${count(value)} ${unit}${value === 1 ? "" : "s"}`;
}

function keyword(schema: object, name: string): number {
  const value = (schema as Record<string, unknown>)[name];
  if (typeof value !== "number") throw new Error(`The schema has no ${name}.`);
  return value;
}
