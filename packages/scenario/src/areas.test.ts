import { describe, expect, it } from "vitest";
import { SCENARIO_COMPANIES } from "./companies";

const areasOfCompanies = SCENARIO_COMPANIES.flatMap(({ short_code, areas: own }) =>
  own.map((area) => ({ ...area, short_code })),
);

describe("areas of the companies", () => {
  it.each(areasOfCompanies)(
    "the outline of the demonstration area $title of $short_code is a closed ring in Austria",
    ({ geo_json }) => {
      const [ring = []] = geo_json.coordinates;
      expect(ring.length).toBeGreaterThan(4);
      expect(ring.at(-1)).toEqual(ring[0]);
      for (const [lon, lat] of ring) expect(lon > 9.5 && lon < 17.2 && lat > 46.3 && lat < 49.1).toBe(true);
    },
  );
});
