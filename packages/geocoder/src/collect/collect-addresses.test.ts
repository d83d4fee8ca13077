import { MapOmissionCollector } from "@leitstand/geo/osm/omissions";
import type { OsmRelationMember } from "@leitstand/geo/osm/osm-element";
import { describe, expect, it } from "vitest";
import { AddressCollector } from "./collect-addresses";
import type { GeocodingEntry } from "../index/entry";

type TagObject = Readonly<Record<string, string>>;
type TestNode = readonly [id: number, lon: number, lat: number, tags?: TagObject];
type TestWay = readonly [id: number, refs: readonly number[], tags?: TagObject];
type TestRelation = readonly [id: number, members: readonly OsmRelationMember[], tags: TagObject];

interface TestMap {
  readonly nodes?: readonly TestNode[];
  readonly ways?: readonly TestWay[];
  readonly relations?: readonly TestRelation[];
}
const collectEntries = (map: TestMap): GeocodingEntry[] => [...collectorOfMap(map).entries()];

function collectorOfMap(map: TestMap): AddressCollector {
  const collector = new AddressCollector();
  const tagsOf = (tags: TagObject = {}) => new Map(Object.entries(tags));
  for (const [id, lon, lat, tags] of map.nodes ?? []) collector.node({ id, lon, lat, tags: tagsOf(tags) });
  for (const [id, refs, tags] of map.ways ?? []) collector.way({ id, refs, tags: tagsOf(tags) });
  for (const [id, members, tags] of map.relations ?? []) collector.relation({ id, members, tags: tagsOf(tags) });
  return collector;
}

const houseTags = (street: string, number: string, more: TagObject = {}) => ({
  "addr:street": street,
  "addr:housenumber": number,
  "addr:postcode": "8010",
  "addr:city": "Graz",
  "addr:country": "AT",
  ...more,
});
const addressesOf = (entries: readonly GeocodingEntry[]) => entries.filter(({ kind }) => kind === "address");
const squareNodes: readonly TestNode[] = [
  [1, 15.44, 47.07],
  [2, 15.442, 47.07],
  [3, 15.442, 47.072],
  [4, 15.44, 47.072],
];

describe("collecting addresses of a map", () => {
  it("the address import reads a house from a point, and from the middle of its outline", () => {
    const entries = collectEntries({
      nodes: [...squareNodes, [9, 15.45, 47.08, houseTags("Herrengasse", "1")]],
      ways: [[20, [1, 2, 3, 4, 1], houseTags("Herrengasse", "3")]],
    });
    const located = { kind: "address", street: "Herrengasse", zip_code: "8010", city: "Graz", country: "AT" };
    expect(addressesOf(entries)).toEqual([
      { ...located, house_number: "1", lon: 15.45, lat: 47.08 },
      { ...located, house_number: "3", lon: expect.closeTo(15.441, 6), lat: expect.closeTo(47.071, 6) },
    ]);
  });

  it("the address import places a house with several outlines at the first of them", () => {
    const members: OsmRelationMember[] = [{ type: "way", ref: 20, role: "outer" }];
    const tags = { type: "multipolygon", ...houseTags("Herrengasse", "3") };
    const entries = collectEntries({
      nodes: squareNodes,
      ways: [[20, [1, 2, 3, 4, 1]]],
      relations: [[30, members, tags]],
    });
    expect(addressesOf(entries)).toMatchObject([{ house_number: "3", lon: expect.closeTo(15.441, 6) }]);
  });

  it("the address import reads each of several house numbers of the same building", () => {
    const entries = collectEntries({ nodes: [[1, 15.44, 47.07, houseTags("Herrengasse", "3; 5,7")]] });
    expect(addressesOf(entries)).toMatchObject([{ house_number: "3" }, { house_number: "5" }, { house_number: "7" }]);
  });

  it("the address import reads both numbers of a house in a Czech town, which is known by that of its street", () => {
    const tags = houseTags("Dlouhá", "739/33", { "addr:streetnumber": "33", "addr:conscriptionnumber": "739" });
    const entries = collectEntries({ nodes: [[1, 14.42, 50.09, tags]] });
    expect(addressesOf(entries)).toMatchObject([{ house_number: "739/33" }, { house_number: "33" }]);
  });

  it.each([
    { scheme: "odd", ends: ["1", "9"], between: ["3", "5", "7"] },
    { scheme: "even", ends: ["8", "2"], between: ["6", "4"] },
    { scheme: "all", ends: ["1", "4"], between: ["2", "3"] },
    { scheme: "alphabetic", ends: ["12a", "12d"], between: ["12b", "12c"] },
    { scheme: "odd", ends: ["1", "9000"], between: [] },
    { scheme: "nonsense", ends: ["1", "9"], between: [] },
  ])(
    "the address import adds the house numbers between $ends by the interpolation scheme $scheme",
    ({ scheme, ends: [first = "", last = ""], between }) => {
      const nodes: TestNode[] = [
        [1, 15.44, 47.07, houseTags("Herrengasse", first)],
        [2, 15.45, 47.07],
        [3, 15.46, 47.07, houseTags("Herrengasse", last)],
      ];
      const entries = addressesOf(collectEntries({ nodes, ways: [[20, [1, 2, 3], { "addr:interpolation": scheme }]] }));
      const found = entries.slice(2);
      expect(found.map((entry) => "house_number" in entry && entry.house_number)).toEqual(between);
      for (const [at, entry] of found.entries()) {
        expect(entry).toMatchObject({ street: "Herrengasse", city: "Graz", zip_code: "8010" });
        expect(entry.lon).toBeCloseTo(15.44 + (0.02 * (at + 1)) / (between.length + 1), 5);
      }
    },
  );

  it("the address import reads the street of a house from an associatedStreet relation", () => {
    const members: OsmRelationMember[] = [
      { type: "node", ref: 1, role: "house" },
      { type: "way", ref: 20, role: "street" },
    ];
    const entries = collectEntries({
      nodes: [[1, 15.44, 47.07, { "addr:housenumber": "3" }], ...squareNodes.slice(1)],
      ways: [[20, [2, 3], { highway: "residential", name: "Herrengasse" }]],
      relations: [[30, members, { type: "associatedStreet" }]],
    });
    expect(addressesOf(entries)).toMatchObject([{ street: "Herrengasse", house_number: "3" }]);
  });

  it("the address import uses the village as the street of houses without a street, and leaves out houses with neither", () => {
    const entries = collectEntries({
      nodes: [
        [1, 15.44, 47.07, { "addr:place": "Weidling", "addr:housenumber": "12" }],
        [2, 15.44, 47.07, { "addr:housenumber": "13" }],
      ],
    });
    expect(addressesOf(entries)).toMatchObject([{ street: "Weidling", house_number: "12", city: "Weidling" }]);
  });

  it("the address import reports houses without a street, but not those to which a relation gives one", () => {
    const nodes: TestNode[] = [
      [1, 15.44, 47.07, { "addr:housenumber": "3" }],
      [2, 15.44, 47.08, { "addr:housenumber": "13" }],
      [3, 15.45, 47.08, houseTags("Herrengasse", "5")],
      [4, 15.46, 47.08, houseTags("Herrengasse", "7")],
      [5, 15.47, 47.08, houseTags("Herrengasse", "9a")],
      [6, 15.48, 47.08],
    ];
    const ways: TestWay[] = [
      [20, [3, 4], { "addr:interpolation": "odd" }],
      [21, [3, 4], { "addr:interpolation": "nonsense" }],
      [22, [3, 6], { "addr:interpolation": "odd" }],
      [23, [3, 5], { "addr:interpolation": "alphabetic" }],
    ];
    const members: OsmRelationMember[] = [{ type: "node", ref: 1, role: "house" }];
    const relations: TestRelation[] = [[30, members, { type: "associatedStreet", name: "Herrengasse" }]];
    const omissions = new MapOmissionCollector();
    collectorOfMap({ nodes, ways, relations }).tellOmissions(omissions);
    expect(omissions.list()).toEqual([
      { kind: "ADDRESS_WITHOUT_STREET", count: 1, examples: ["node 2"] },
      { kind: "INTERPOLATION_NOT_UNDERSTOOD", count: 3, examples: ["way 21", "way 22", "way 23"] },
    ]);
  });

  it("the address import includes streets without numbered houses, with their whole extent and the town of the houses nearby", () => {
    const entries = collectEntries({
      nodes: [
        [1, 15.44, 47.07],
        [2, 15.448, 47.07],
        [9, 15.441, 47.0702, houseTags("Herrengasse", "1")],
      ],
      ways: [[20, [1, 2], { highway: "residential", name: "Waldweg; Am Rain", alt_name: "Holzweg" }]],
    });
    const streets = entries.filter((entry) => entry.kind === "street");
    expect(new Set(streets.map(({ street }) => street))).toEqual(new Set(["Waldweg", "Am Rain"]));
    expect(streets.length).toBe(8);
    for (const street of streets) {
      expect(street).toMatchObject({ city: "Graz", zip_code: "8010", country: "AT", aliases: ["Holzweg"] });
      expect(street.bounding_box).toEqual([15.44, 47.07, 15.448, 47.07]);
    }
  });

  it.each([
    ["same street further away", houseTags("Waldweg", "1"), "8010"],
    ["nearest house", houseTags("Herrengasse", "1"), "8020"],
  ])("the address import fills a missing postal code from the %s", (_, neighbour, zip_code) => {
    const nodes: TestNode[] = [
      [1, 15.44, 47.07, { "addr:street": "Waldweg", "addr:housenumber": "2", "addr:city": "Graz" }],
      [2, 15.45, 47.07, neighbour],
      [3, 15.4401, 47.07, houseTags("Lange Gasse", "1", { "addr:postcode": "8020" })],
    ];
    expect(addressesOf(collectEntries({ nodes }))).toContainEqual(
      expect.objectContaining({ house_number: "2", zip_code }),
    );
  });

  it("the address import uses the name of the town for a house without one, and never the postal code of another place", () => {
    const entries = collectEntries({
      nodes: [
        [1, 15.44, 47.07, { "addr:street": "Waldweg", "addr:housenumber": "2", "addr:city": "Lend" }],
        [2, 15.441, 47.07, houseTags("Herrengasse", "1")],
        [3, 10, 47, { "addr:street": "Dorfplatz", "addr:housenumber": "1" }],
        [4, 10.001, 47, { place: "village", name: "Mals" }],
      ],
    });
    expect(addressesOf(entries)).toMatchObject([
      { house_number: "2", city: "Lend", zip_code: undefined },
      { house_number: "1", city: "Graz" },
      { street: "Dorfplatz", city: "Mals" },
    ]);
  });

  it.each([
    [{ amenity: "hospital", name: "Landeskrankenhaus" }, "hospital", "Landeskrankenhaus"],
    [{ landuse: "cemetery", name: "Zentralfriedhof" }, "cemetery", "Zentralfriedhof"],
    [{ amenity: "social_facility", social_facility: "nursing_home", name: "Haus Anna" }, "care_home", "Haus Anna"],
    [{ shop: "funeral_directors", name: "Bestattung Graz" }, "funeral_home", "Bestattung Graz"],
    [{ amenity: "fuel", brand: "Tankstern" }, "fuel", "Tankstern"],
    [{ shop: "car_repair", name: "Werkstatt Huber" }, "garage", "Werkstatt Huber"],
    [{ tourism: "hotel", name: "Zur Post" }, "hotel", "Zur Post"],
  ])(
    "the address import reads an OSM element with the tags %j as a point of interest of the category %s",
    (tags, category, name) => {
      const entries = collectEntries({ nodes: [[1, 15.44, 47.07, { ...tags, ...houseTags("Herrengasse", "3") }]] });
      expect(entries).toContainEqual(
        expect.objectContaining({
          kind: "point_of_interest",
          category,
          name,
          street: "Herrengasse",
          house_number: "3",
        }),
      );
    },
  );

  it("the address import accepts missing nodes at the edge of an extract, and ids in any order", () => {
    const entries = collectEntries({
      nodes: [
        [5, 15.442, 47.07],
        [2, 15.44, 47.07],
      ],
      ways: [
        [20, [2, 5, 99], { highway: "residential", name: "Waldweg" }],
        [21, [98, 99], { highway: "residential", name: "Nirgendweg" }],
      ],
    });
    expect(entries).toMatchObject([{ kind: "street", street: "Waldweg", bounding_box: [15.44, 47.07, 15.442, 47.07] }]);
  });

  it("the address import ignores named OSM elements that are no streets", () => {
    const ways: TestWay[] = [
      [20, [1, 2], { highway: "platform", name: "Hauptbahnhof" }],
      [21, [1, 2], { waterway: "river", name: "Mur" }],
      [22, [1, 2], { highway: "residential" }],
    ];
    expect(collectEntries({ nodes: squareNodes, ways })).toEqual([]);
  });
});
