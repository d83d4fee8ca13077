import { describe, expect, it } from "vitest";
import { findMessageQuotaRefusal } from "./message-quota";

const agesAtInterval = (seconds: number, count: number, first = seconds) =>
  Array.from({ length: count }, (_, index) => first + index * seconds);

describe("messages to one number", () => {
  it.each<[string, { ages: readonly number[]; coolDown: number }, object | undefined]>([
    ["the first one", { ages: [], coolDown: 60 }, undefined],
    ["one within the cool-down", { ages: [12.4], coolDown: 60 }, { code: "MESSAGE_COOLDOWN_ACTIVE", retry_after: 48 }],
    ["one at the end of the cool-down", { ages: [60], coolDown: 60 }, undefined],
    ["one without any cool-down", { ages: [0.1], coolDown: 0 }, undefined],
    ["the fifth of an hour", { ages: agesAtInterval(100, 4), coolDown: 60 }, undefined],
    [
      "the sixth of an hour",
      { ages: agesAtInterval(100, 5), coolDown: 60 },
      { code: "RATE_LIMIT_EXCEEDED", retry_after: 3100 },
    ],
    ["the sixth when the first is an hour old", { ages: agesAtInterval(720, 5), coolDown: 60 }, undefined],
    ["the twentieth of a day", { ages: agesAtInterval(3000, 19), coolDown: 60 }, undefined],
    [
      "the twenty-first of a day",
      { ages: agesAtInterval(3000, 20), coolDown: 60 },
      { code: "RATE_LIMIT_EXCEEDED", retry_after: 26_400 },
    ],
    [
      "the sixth within the cool-down: the longer wait counts",
      { ages: agesAtInterval(10, 5), coolDown: 60 },
      { code: "RATE_LIMIT_EXCEEDED", retry_after: 3550 },
    ],
  ])("the message limit of a phone number admits or refuses %s", (_title, { ages, coolDown }, refusal) => {
    expect(findMessageQuotaRefusal(ages, coolDown)).toEqual(refusal);
  });
});
