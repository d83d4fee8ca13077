import { expect, it } from "vitest";
import { formatLocalMinute, formatUtcTimestamp } from "./moment-text";

it.each([
  ["2026-03-02T08:20:00.000Z", "2026-03-02T08:20:00+00:00"],
  ["2026-03-02T08:20:10.000Z", "2026-03-02T08:20:10+00:00"],
  ["2026-03-02T08:20:00.120Z", "2026-03-02T08:20:00.12+00:00"],
  ["2026-03-02T08:20:00.007Z", "2026-03-02T08:20:00.007+00:00"],
])("the contract writes the moment %s as the database does: %s", (moment, spelt) => {
  expect(formatUtcTimestamp(new Date(moment))).toBe(spelt);
});

it.each([
  ["2026-07-02T08:15:00.123+00:00", "Europe/Vienna", { de: "02.07.2026 10:15", en: "2026-07-02 10:15" }],
  ["2026-12-01T08:00:59Z", "Europe/Vienna", { de: "01.12.2026 09:00", en: "2026-12-01 09:00" }],
  ["2026-12-31T23:00:00Z", "Europe/Vienna", { de: "01.01.2027 00:00", en: "2027-01-01 00:00" }],
  ["2026-07-02T01:05:00+02:00", "America/New_York", { de: "01.07.2026 19:05", en: "2026-07-01 19:05" }],
  ["2026-07-02T08:15:00Z", "UTC", { de: "02.07.2026 08:15", en: "2026-07-02 08:15" }],
  ["2026-10-25T00:30:00Z", "Europe/Vienna", { de: "25.10.2026 02:30 (UTC+2)", en: "2026-10-25 02:30 (UTC+2)" }],
  ["2026-10-25T01:30:00Z", "Europe/Vienna", { de: "25.10.2026 02:30 (UTC+1)", en: "2026-10-25 02:30 (UTC+1)" }],
  ["2026-10-25T02:00:00Z", "Europe/Vienna", { de: "25.10.2026 03:00", en: "2026-10-25 03:00" }],
  ["2026-03-29T01:00:00Z", "Europe/Vienna", { de: "29.03.2026 03:00", en: "2026-03-29 03:00" }],
  ["2026-10-25T00:30:00Z", "Europe/London", { de: "25.10.2026 01:30 (UTC+1)", en: "2026-10-25 01:30 (UTC+1)" }],
  ["2026-10-25T01:30:00Z", "Europe/London", { de: "25.10.2026 01:30 (UTC)", en: "2026-10-25 01:30 (UTC)" }],
  [
    "2026-04-04T15:15:00Z",
    "Australia/Lord_Howe",
    { de: "05.04.2026 01:45 (UTC+10:30)", en: "2026-04-05 01:45 (UTC+10:30)" },
  ],
])(
  "a text for people gives the moment %s in %s as the local time, in the spelling of its language",
  (moment, timezone, spelt) => {
    for (const [language, text] of Object.entries(spelt))
      expect(formatLocalMinute(moment, { language, timezone })).toBe(text);
  },
);
