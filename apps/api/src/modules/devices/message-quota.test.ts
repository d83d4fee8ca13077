import { describe, expect, it } from "vitest";
import { findQuotaRefusal } from "./message-quota";

const every = (seconds: number, count: number, first = seconds) =>
  Array.from({ length: count }, (_, index) => first + index * seconds);

describe("messages to one number", () => {
  it.each<[string, readonly number[], number, object | undefined]>([
    ["the first one", [], 60, undefined],
    ["one within the cool-down", [12.4], 60, { code: "MESSAGE_COOLDOWN_ACTIVE", retry_after: 48 }],
    ["one at the end of the cool-down", [60], 60, undefined],
    ["one without any cool-down", [0.1], 0, undefined],
    ["the fifth of an hour", every(100, 4), 60, undefined],
    ["the sixth of an hour", every(100, 5), 60, { code: "RATE_LIMIT_EXCEEDED", retry_after: 3100 }],
    ["the sixth when the first is an hour old", every(720, 5), 60, undefined],
    ["the twentieth of a day", every(3000, 19), 60, undefined],
    ["the twenty-first of a day", every(3000, 20), 60, { code: "RATE_LIMIT_EXCEEDED", retry_after: 26_400 }],
    [
      "the sixth within the cool-down: the longer wait counts",
      every(10, 5),
      60,
      { code: "RATE_LIMIT_EXCEEDED", retry_after: 3550 },
    ],
  ])("%s", (_title, ages, coolDown, refusal) => {
    expect(findQuotaRefusal(ages, coolDown)).toEqual(refusal);
  });
});
