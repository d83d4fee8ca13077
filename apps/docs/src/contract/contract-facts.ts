import {
  REQUEST_BODY_BYTES_MAX,
  REQUEST_BODY_DEPTH_MAX,
  REQUEST_BODY_ITEMS_MAX,
  VALIDATION_FAULTS_LISTED_MAX,
  UPLOAD_FILE_BYTES_MAX,
  STREAM_HEARTBEAT_SECONDS,
  IDEMPOTENCY_KEY_RETENTION_DAYS,
  STREAM_RESUME_WINDOW_EVENTS,
  STREAM_RESUME_WINDOW_HOURS,
  OPEN_STREAMS_PER_TENANT_MAX,
  openStreamsMaxByTokenKind,
  tokenLifetimes,
  URL_LENGTH_MAX,
} from "@leitstand/contract/operation/limits";
import { LocationUpdateRequest } from "@leitstand/contract/fleet/location";
import { DASHBOARD_ROWS_MAX } from "@leitstand/contract/board/dashboard";
import { errorCodes } from "@leitstand/contract/errors/errors";
import { grantNames } from "@leitstand/contract/operation/grants";
import { allOperations } from "@leitstand/contract/operations";
import { paginationQueryFields } from "@leitstand/contract/core/schema";
import {
  oneTimeCodeLimits,
  knownDeviceTokenSeconds,
  passwordAttemptLimits,
  pinLimits,
  reauthenticationValidSeconds,
  passwordResetLinkSeconds,
} from "@leitstand/contract/people/sign-in-limits";
import { SHIFT_LENGTH_DAYS_MAX } from "@leitstand/contract/tours/tour";

/** Numbers of the contract for use in sentences, with their units. */
export const readContractNumbers = () => ({ ...readRequestFacts(), ...readSignInFacts(), ...readStreamFacts() });
export type ContractNumberName = keyof ReturnType<typeof readContractNumbers>;

const readRequestFacts = () => ({
  operations: formatCount(allOperations.length),
  grants: formatCount(grantNames.length),
  error_codes: formatCount(errorCodes.length),
  page_size: formatCount(schemaKeyword(paginationQueryFields.size, "default")),
  page_size_max: formatCount(schemaKeyword(paginationQueryFields.size, "maximum")),
  body: formatBytes(REQUEST_BODY_BYTES_MAX),
  file: formatBytes(UPLOAD_FILE_BYTES_MAX),
  body_depth: formatCount(REQUEST_BODY_DEPTH_MAX),
  body_items: formatCount(REQUEST_BODY_ITEMS_MAX),
  url: `${formatCount(URL_LENGTH_MAX)} characters`,
  faults: formatCount(VALIDATION_FAULTS_LISTED_MAX),
  idempotency: formatDuration(IDEMPOTENCY_KEY_RETENTION_DAYS * 86_400),
});

const readSignInFacts = () => ({
  user_session: formatDuration(tokenLifetimes.USER.seconds),
  user_idle: formatDuration(tokenLifetimes.USER.idleSeconds),
  device_session: formatDuration(tokenLifetimes.DEVICE.seconds),
  device_idle: formatDuration(tokenLifetimes.DEVICE.idleSeconds),
  service_session: formatDuration(tokenLifetimes.SERVICE.seconds),
  code: formatDuration(oneTimeCodeLimits.seconds),
  code_guesses: formatCount(oneTimeCodeLimits.guessesMax),
  code_failures_day: formatCount(oneTimeCodeLimits.failuresPerDayMax),
  code_failures_row: formatCount(oneTimeCodeLimits.failuresInARowMax),
  pin_token: formatDuration(pinLimits.tokenSeconds),
  pin_failures: formatCount(pinLimits.failuresBeforeLock),
  pin_lock: formatDuration(pinLimits.lockSeconds),
  pin_failures_max: formatCount(pinLimits.failuresMax),
  password_failures: formatCount(passwordAttemptLimits.threshold),
  password_wait: formatDuration(passwordAttemptLimits.firstWait),
  password_wait_max: formatDuration(passwordAttemptLimits.waitMax),
  password_failures_max: formatCount(passwordAttemptLimits.failuresMax),
  reset_link: formatDuration(passwordResetLinkSeconds),
  known_device: formatDuration(knownDeviceTokenSeconds),
  reauthentication: formatDuration(reauthenticationValidSeconds),
});

const readStreamFacts = () => ({
  heartbeat: formatDuration(STREAM_HEARTBEAT_SECONDS),
  stream_window: formatDuration(STREAM_RESUME_WINDOW_HOURS * 3_600),
  stream_events: formatCount(STREAM_RESUME_WINDOW_EVENTS),
  streams_user: formatCount(openStreamsMaxByTokenKind.USER),
  streams_device: formatCount(openStreamsMaxByTokenKind.DEVICE),
  streams_service: formatCount(openStreamsMaxByTokenKind.SERVICE),
  streams_tenant: formatCount(OPEN_STREAMS_PER_TENANT_MAX),
  dashboard_rows: formatCount(DASHBOARD_ROWS_MAX),
  positions: formatCount(schemaKeyword(LocationUpdateRequest.properties.locations, "maxItems")),
  shift: `${SHIFT_LENGTH_DAYS_MAX} days`,
});

function formatCount(value: number): string {
  return value.toLocaleString("en");
}

function formatBytes(value: number): string {
  return `${value / 1_048_576} MiB`;
}

const TIME_UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Duration in the largest unit without a remainder; a day is given in hours, a year in days. */
function formatDuration(seconds: number | null): string {
  if (seconds === null) return "no limit";
  const [unit, size] = TIME_UNITS.find(([, length]) => seconds % length === 0 && seconds > length) ?? ["second", 1];
  const value = seconds / size;
  return `${formatCount(value)} ${unit}${value === 1 ? "" : "s"}`;
}

function schemaKeyword(schema: object, name: string): number {
  const value = (schema as Record<string, unknown>)[name];
  if (typeof value !== "number") throw new Error(`The schema has no ${name}.`);
  return value;
}
