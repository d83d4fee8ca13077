import { expect, test } from "vitest";
import { waypointsBetween } from "./way";

test("a simulated drive ends at its destination", () => {
  const way = waypointsBetween({ lat: 47, lon: 15 }, { lat: 48, lon: 16 }, 4);
  expect(way).toHaveLength(4);
  expect(way[0]).toEqual({ lat: 47.25, lon: 15.25 });
  expect(way.at(-1)).toEqual({ lat: 48, lon: 16 });
});
