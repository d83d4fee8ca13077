import type { ExternalServerName } from "@leitstand/contract/core/providers";
import { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { buildGeocodingIndex } from "@leitstand/geocoder/index/build-index";
import { type ForwardGeocodeOptions, forwardGeocode, geocodeStructuredQuery } from "@leitstand/geocoder/search/forward";
import type { StructuredAddressQuery } from "@leitstand/geocoder/text/reading";
import { Value } from "typebox/value";
import type { GeoDataLoader } from "#modules/geo-data/index";
import { ProviderClient } from "#platform/providers/provider";
import { beforeEach, describe, expect, it } from "vitest";
import { serverMisbehaviours, startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import { createEmbeddedGeocoder } from "./embedded.service";
import type { Geocoder } from "./geocoded";
import { createNominatimGeocoder } from "./nominatim.service";
import { createPeliasGeocoder } from "./pelias.service";
import { createPhotonGeocoder } from "./photon.service";

const expectedHouse = {
  label: expect.stringContaining("Herrengasse 3"),
  kind: "HOUSE",
  street: "Herrengasse",
  house_number: "3",
  zip_code: "8010",
  city: "Graz",
  country: "AT",
  lat: 47.0694,
  lon: 15.4403,
};
const expectedStreet = { kind: "STREET", name: null, street: "Herrengasse", house_number: null, city: "Graz" };
const addressPoint = { type: "Point", coordinates: [15.4403, 47.0694] };
const forwardRequest = { text: "Herrengasse 3 Graz", countries: ["AT"], language: "de", size: 5 } as const;

interface GeocoderDialect {
  readonly name: ExternalServerName;
  readonly create: (provider: ProviderClient) => Geocoder;
  readonly paths: { readonly forward: string; readonly reverse: string; readonly structured: string };
  readonly found: unknown;
  readonly reversed?: unknown;
  readonly nothing: unknown;
  /** Expected queries of the three searches. */
  readonly asked: readonly object[];
}
const photonFeature = (properties: object) => ({
  type: "Feature",
  geometry: addressPoint,
  properties: { postcode: "8010", city: "Graz", countrycode: "AT", ...properties },
});
const nominatimPlace = (address: object, rest: object = {}) => ({
  place_id: 1,
  lat: "47.0694",
  lon: "15.4403",
  importance: 0.4,
  boundingbox: ["47.0693", "47.0695", "15.4402", "15.4404"],
  address: { postcode: "8010", city: "Graz", country_code: "at", ...address },
  ...rest,
});
const peliasFeature = (properties: object) => ({
  type: "Feature",
  geometry: addressPoint,
  properties: { postalcode: "8010", locality: "Graz", country_code: "AT", confidence: 0.9, ...properties },
});

const geocoderDialects: readonly GeocoderDialect[] = [
  {
    name: "photon",
    create: createPhotonGeocoder,
    paths: { forward: "/api", reverse: "/reverse", structured: "/api" },
    found: {
      features: [
        photonFeature({ street: "Herrengasse", housenumber: "3", type: "house", osm_key: "place" }),
        photonFeature({ name: "Herrengasse", type: "street", extent: [15.439, 47.07, 15.441, 47.068] }),
        photonFeature({ name: "Herrengasse", type: "street", countrycode: "CH" }),
      ],
    },
    nothing: { features: [] },
    asked: [
      { q: "Herrengasse 3 Graz", lang: "de", limit: "50" },
      { lat: "47.07", lon: "15.44" },
      { q: "Herrengasse 3 8010 Graz" },
    ],
  },
  {
    name: "nominatim",
    create: createNominatimGeocoder,
    paths: { forward: "/search", reverse: "/reverse", structured: "/search" },
    found: [
      nominatimPlace({ road: "Herrengasse", house_number: "3" }, { addresstype: "place", name: "" }),
      nominatimPlace({ road: "Herrengasse" }, { addresstype: "road", name: "Herrengasse" }),
    ],
    reversed: nominatimPlace({ road: "Herrengasse", house_number: "3" }, { addresstype: "place", name: "" }),
    nothing: [],
    asked: [
      { q: "Herrengasse 3 Graz", format: "jsonv2", countrycodes: "at", "accept-language": "de" },
      { lat: "47.07", lon: "15.44", format: "jsonv2" },
      { street: "Herrengasse 3", city: "Graz", postalcode: "8010", countrycodes: "at" },
    ],
  },
  {
    name: "pelias",
    create: createPeliasGeocoder,
    paths: { forward: "/v1/search", reverse: "/v1/reverse", structured: "/v1/search/structured" },
    found: {
      geocoding: { version: "0.2", attribution: "http://pelias.example/attribution" },
      features: [
        peliasFeature({
          layer: "address",
          street: "Herrengasse",
          housenumber: "3",
          label: "Herrengasse 3, Graz, Österreich",
        }),
        peliasFeature({ layer: "street", name: "Herrengasse", street: "Herrengasse", label: "Herrengasse, Graz" }),
      ],
    },
    nothing: { features: [] },
    asked: [
      { text: "Herrengasse 3 Graz", "boundary.country": "AT", lang: "de" },
      { "point.lat": "47.07", "point.lon": "15.44" },
      { address: "Herrengasse 3", locality: "Graz", postalcode: "8010", country: "AT" },
    ],
  },
];

describe.each(geocoderDialects)("addresses by $name", (dialect) => {
  const standIn = startStandInServer();
  let geocoder: Geocoder;
  beforeEach(() => {
    geocoder = dialect.create(
      new ProviderClient({ name: dialect.name, url: standIn.url, timeoutMs: 20_000, clock: new TestClock().begin() }),
    );
  });
  const reverseRequest = { lat: 47.07, lon: 15.44, language: "de", size: 5 } as const;
  const structuredRequest = {
    street: "Herrengasse 3",
    city: "Graz",
    postalcode: "8010",
    country: "AT",
    countries: [],
    language: "de",
    size: 5,
  } as const;

  it("a geocoder finds addresses by text, by position and by parts, with queries in its server's format", async () => {
    const { forward, reverse, structured } = dialect.paths;
    standIn.answer(structured, dialect.found);
    standIn.answer(forward, dialect.found);
    standIn.answer(reverse, dialect.reversed ?? dialect.found);
    expect(await geocoder.forward(forwardRequest)).toMatchObject([
      { ...expectedHouse, source: dialect.name },
      expectedStreet,
    ]);
    expect((await geocoder.reverse(reverseRequest))[0]).toMatchObject(expectedHouse);
    expect((await geocoder.structured(structuredRequest))[0]).toMatchObject(expectedHouse);
    expect(standIn.asked.map(({ path }) => path)).toEqual([forward, reverse, structured]);
    standIn.asked.forEach(({ query }, index) => expect(query).toMatchObject(dialect.asked[index] as object));
    for (const address of await geocoder.forward(forwardRequest))
      expect([...Value.Errors(GeocodedAddress, address)]).toEqual([]);
  });

  it("a geocoder returns no addresses where its server knows none", async () => {
    standIn.answer("/", dialect.nothing);
    expect(await geocoder.forward(forwardRequest)).toEqual([]);
  });

  it.each(Object.keys(serverMisbehaviours))("a geocoder fails when its server sends %s", async (name) => {
    standIn.misbehave(serverMisbehaviours[name]);
    const failed = { code: "UPSTREAM_FAILED", faults: [{ provider: dialect.name }] };
    await expect(geocoder.forward(forwardRequest)).rejects.toMatchObject(failed);
    await expect(geocoder.reverse(reverseRequest)).rejects.toMatchObject(failed);
  });

  it.each([
    ["latitude", /\b47\.0694\b/g, "147.0694"],
    ["longitude", /\b15\.4403\b/g, "215.4403"],
  ])("a geocoder fails when its server sends an impossible %s", async (_what, possible, impossible) => {
    const elsewhere = (answer: unknown) =>
      JSON.parse(JSON.stringify(answer).replaceAll(possible, impossible)) as unknown;
    standIn.answer(dialect.paths.forward, elsewhere(dialect.found));
    standIn.answer(dialect.paths.reverse, elsewhere(dialect.reversed ?? dialect.found));
    const failed = { code: "UPSTREAM_FAILED", faults: [{ provider: dialect.name }] };
    await expect(geocoder.forward(forwardRequest)).rejects.toMatchObject(failed);
    await expect(geocoder.reverse(reverseRequest)).rejects.toMatchObject(failed);
  });
});

describe("houses that are numbered by their village", () => {
  const standIn = startStandInServer();
  const inAigen = { house_number: "12", housenumber: "12", city: undefined };
  const inLocality = { ...inAigen, locality: "Aigen", district: "Lannach", type: "house" };

  it.each([
    { name: "photon", create: createPhotonGeocoder, found: { features: [photonFeature(inLocality)] } },
    {
      name: "nominatim",
      create: createNominatimGeocoder,
      found: [nominatimPlace({ ...inAigen, hamlet: "Aigen", village: "Lannach" })],
    },
  ] as const)("a house found by $name has its village in place of the street", async ({ name, create, found }) => {
    standIn.answer("/", found);
    const clock = new TestClock().begin();
    const geocoder = create(new ProviderClient({ name, url: standIn.url, timeoutMs: 20_000, clock }));
    expect(await geocoder.forward({ ...forwardRequest, text: "Aigen 12" })).toMatchObject([
      { kind: "HOUSE", label: "Aigen 12, 8010 Lannach", street: "Aigen", house_number: "12", city: "Lannach" },
    ]);
  });
});

describe("Nominatim", () => {
  const standIn = startStandInServer();
  const nominatim = () =>
    createNominatimGeocoder(
      new ProviderClient({ name: "nominatim", url: standIn.url, timeoutMs: 20_000, clock: new TestClock().begin() }),
    );

  it.each([
    ["city_district", "Geidorf", { kind: "PLACE", label: "Geidorf, 8010 Graz", city: "Graz" }],
    ["quarter", "Lend", { kind: "PLACE", label: "Lend, 8010 Graz", city: "Graz" }],
    ["neighbourhood", "Rosenberg", { kind: "PLACE", label: "Rosenberg, 8010 Graz", city: "Graz" }],
    ["locality", "Ulrichsbrunn", { kind: "PLACE", label: "Ulrichsbrunn, 8010 Graz", city: "Graz" }],
    ["city", "Graz", { kind: "PLACE", label: "8010 Graz", city: "Graz" }],
    ["postcode", "8010", { kind: "POSTAL_CODE", label: "8010 Graz", city: "Graz" }],
    ["amenity", "LKH", { kind: "HOUSE", label: "LKH, 8010 Graz", name: "LKH", city: "Graz" }],
  ])("a %s that Nominatim finds, %s, is told as it is, and only a house has the name of a house", async (...place) => {
    const [addresstype, name, expected] = place;
    standIn.answer("/search", [nominatimPlace({}, { addresstype, name })]);
    expect(await nominatim().forward(forwardRequest)).toMatchObject([{ name: null, street: null, ...expected }]);
  });

  it.each(["state", "state_district", "region", "province", "country", "county", "district", "administrative"])(
    "a %s that Nominatim finds, which lies in no town, is a place with its own name",
    async (addresstype) => {
      const address = { postcode: undefined, city: undefined };
      standIn.answer("/search", [nominatimPlace(address, { addresstype, name: "Steiermark" })]);
      const place = { kind: "PLACE", name: null, city: "Steiermark", label: "Steiermark" };
      expect(await nominatim().forward(forwardRequest)).toMatchObject([place]);
    },
  );

  it("a Nominatim server's error text about a position without addresses counts as an empty result", async () => {
    standIn.answer("/reverse", { error: "Unable to geocode" });
    expect(await nominatim().reverse({ lat: 0, lon: 0, language: "de", size: 1 })).toEqual([]);
  });
});

type AddressQuestion<Query> = ForwardGeocodeOptions & { readonly query: Query };

describe("the embedded geocoder in the tenant's countries", () => {
  const street = { kind: "address", street: "Bahnhofstraße", house_number: "3" } as const;
  const german = Array.from({ length: 60 }, (_, at) => ({
    ...street,
    city: `Ort ${at}`,
    country: "DE",
    lon: 8 + at / 50,
    lat: 51,
  }));
  const bregenz = { ...street, city: "Bregenz", zip_code: "6900", country: "AT", lon: 9.74, lat: 47.5 };
  const index = buildGeocodingIndex([...german, bregenz]);
  const search = {
    forward: ({ query, ...options }: AddressQuestion<string>) => forwardGeocode(index, query, options),
    structured: ({ query, ...options }: AddressQuestion<StructuredAddressQuery>) =>
      geocodeStructuredQuery(index, query, options),
  };
  const geocoder = createEmbeddedGeocoder({
    findAddresses: async (name: keyof typeof search, question: never) => search[name](question),
  } as unknown as GeoDataLoader);

  it.each([1, 5, 10])("the only street in the tenant's countries is found among %s answers", async (size) => {
    const within = { countries: ["AT"], language: "de", size } as const;
    const found = [{ kind: "HOUSE", city: "Bregenz" }];
    expect(await geocoder.forward({ ...within, text: "Bahnhofstraße 3" })).toMatchObject(found);
    expect(await geocoder.structured({ ...within, street: "Bahnhofstraße 3" })).toMatchObject(found);
    const inAustria = { ...within, countries: ["DE"], country: "AT", street: "Bahnhofstraße 3" };
    expect(await geocoder.structured(inAustria)).toMatchObject(found);
    expect(await geocoder.forward({ ...within, countries: [], text: "Bahnhofstraße 3" })).toHaveLength(size);
  });
});
