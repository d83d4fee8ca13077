import { expect, it } from "vitest";
import { consequenceOfRefusal, retryPauseMs } from "./refusal.ts";

it.each([
  [0, "UNREACHABLE", "again"],
  [403, "UNREACHABLE", "again"],
  [503, "SERVICE_UNAVAILABLE", "again"],
  [429, "RATE_LIMIT_EXCEEDED", "again"],
  [409, "IDEMPOTENCY_REQUEST_IN_PROGRESS", "again"],
  [401, "AUTH_TOKEN_INVALID", "sign_in"],
  [403, "AUTH_DEVICE_DISABLED", "wipe"],
  [409, "CASE_ACTION_NOT_ALLOWED", "refused"],
  [404, "RESOURCE_NOT_FOUND", "refused"],
  [422, "ACTION_INPUT_MISSING", "refused"],
] as const)(
  "the outbox decides by the server's answer %i %s what to do with a row: %s",
  (status, code, consequence) => {
    expect(consequenceOfRefusal({ status, code: code as "UNREACHABLE" })).toBe(consequence);
  },
);

it("the outbox pauses after a failure as long as the server asks, else twice as long each time, up to half a minute", () => {
  expect(retryPauseMs(1, "7")).toBe(7_000);
  expect([1, 2, 3, 6, 40].map((failures) => retryPauseMs(failures, undefined))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
});
