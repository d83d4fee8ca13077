import { afterEach, expect, it, vi } from "vitest";
import { fetchPositionReaders, type PositionReader } from "./own-positions.ts";

const HOUR_MS = 3_600_000;
const ROWS_PER_ANSWER_MAX = 1_000;
const LAST_HOUR = Date.parse("2026-03-31T12:00:00Z");

afterEach(() => vi.unstubAllGlobals());

const aReader = (hour: number, reader_name = "Eva Gruber"): PositionReader => ({
  hour: new Date(hour).toISOString(),
  reader_name,
  purpose: "MAP",
});
const readersInHours = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => aReader(first - index * HOUR_MS));

/** Serves the rows as the server does: hours that touch the bounds, the newest first, no more than a thousand. */
function serveReaders(rows: readonly PositionReader[]) {
  vi.stubGlobal("fetch", (input: RequestInfo | URL) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input);
    const bound = (name: string, otherwise: number) => Date.parse(searchParams.get(name) ?? "") || otherwise;
    const [from, to] = [bound("from", 0), bound("to", Number.MAX_SAFE_INTEGER)];
    if (from > to) return Promise.resolve(Response.json({ code: "TIME_RANGE_INVALID" }, { status: 422 }));
    const touching = rows.filter(({ hour }) => Date.parse(hour) > from - HOUR_MS && Date.parse(hour) <= to);
    return Promise.resolve(Response.json(touching.slice(0, ROWS_PER_ANSWER_MAX)));
  });
}

it("the driver app lists who viewed the positions of a day, however many views there were since", async () => {
  const rows = readersInHours(LAST_HOUR, ROWS_PER_ANSWER_MAX + 1);
  const oldest = rows.slice(-1);
  expect(oldest[0]?.hour).toBe("2026-02-17T20:00:00.000Z");
  serveReaders(rows);
  expect(await fetchPositionReaders("2026-02-17", "Europe/Vienna")).toEqual(
    rows.filter(({ hour }) => hour < "2026-02-17T23" && hour >= "2026-02-16T23"),
  );
  expect(await fetchPositionReaders("2026-02-16", "Europe/Vienna")).toEqual([]);
});

it("an hour in which a day ends counts for this day and the next one", async () => {
  const midnight = aReader(Date.parse("2026-03-01T18:00:00Z"));
  serveReaders([midnight]);
  expect(await fetchPositionReaders("2026-03-01", "Asia/Kolkata")).toEqual([midnight]);
  expect(await fetchPositionReaders("2026-03-02", "Asia/Kolkata")).toEqual([midnight]);
  expect(await fetchPositionReaders("2026-03-03", "Asia/Kolkata")).toEqual([]);
  expect(await fetchPositionReaders("2026-03-01", "Europe/Vienna")).toEqual([midnight]);
  expect(await fetchPositionReaders("2026-03-02", "Europe/Vienna")).toEqual([]);
});

it.each(["Europe/Vienna", "Asia/Kolkata"])(
  "the driver app lists all who viewed the positions of a day in %s, each once, when one answer does not hold them",
  async (zone) => {
    const names = Array.from({ length: 90 }, (_, index) => `Person ${index}`);
    const hours = readersInHours(LAST_HOUR, 72).map(({ hour }) => Date.parse(hour));
    serveReaders(hours.flatMap((hour) => names.map((name) => aReader(hour, name))));
    const readers = await fetchPositionReaders("2026-03-30", zone);
    const hoursOfDay = zone === "Asia/Kolkata" ? 25 : 24;
    expect(new Set(readers.map(({ hour, reader_name }) => `${hour} ${reader_name}`)).size).toBe(hoursOfDay * 90);
    expect(readers).toHaveLength(hoursOfDay * 90);
  },
);
