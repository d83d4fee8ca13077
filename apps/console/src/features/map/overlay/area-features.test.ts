import { describe, expect, it } from "vitest";
import { createAreaFeatures } from "./area-features.ts";

const squareRing = (west: number, width: number) => [
  [west, 47],
  [west + width, 47],
  [west + width, 48],
  [west, 48],
  [west, 47],
];
const minutesText = (minutes: number) => `${minutes} min`;

describe("areas on the map", () => {
  it("the label of an area on the map has its title and its waiting time", () => {
    const area = { id: "a1", title: "Graz", geo_json: { type: "Polygon" as const, coordinates: [squareRing(15, 1)] } };
    const [outline, label] = createAreaFeatures([area], new Map([["a1", 35]]), minutesText);
    expect(outline?.geometry).toEqual(area.geo_json);
    expect(label).toMatchObject({
      properties: { title: "Graz", minutes: "35 min" },
      geometry: { coordinates: [15.5, 47.5] },
    });
  });

  it("an area of several parts is labelled in its largest part", () => {
    const coordinates = [[squareRing(10, 1)], [squareRing(20, 4)]];
    const area = { id: "a1", title: "Graz", geo_json: { type: "MultiPolygon" as const, coordinates } };
    const [, label] = createAreaFeatures([area], new Map(), minutesText);
    expect(label).toMatchObject({ properties: { minutes: "" }, geometry: { coordinates: [22, 47.5] } });
  });

  it("an area without an outline is left out of the map", () => {
    expect(createAreaFeatures([{ id: "a1", title: "Graz", geo_json: null }], new Map(), minutesText)).toEqual([]);
  });
});
