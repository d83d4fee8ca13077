import { describe, expect, it } from "vitest";
import { smallTownEntries, HOUSE_STEP_DEGREES } from "../../testing/small-town";
import { buildGeocodingIndex } from "../index/build-index";
import type { GeocodingEntry } from "../index/entry";
import { forwardGeocode, geocodeStructuredQuery } from "./forward";

const smallTownIndex = buildGeocodingIndex(smallTownEntries);
const firstAnswer = (query: string) => forwardGeocode(smallTownIndex, query)[0];

describe("search for an address in free text", () => {
  it.each([
    "Herrengasse 3, 8010 Graz",
    "8010 Graz, Herrengasse 3",
    "A-8010 Graz, Herrengasse 3",
    "Herrengasse 3 Graz",
    "Graz Herrengasse 3",
    "Graz, Herrengasse 3",
    "herrengasse 3 8010",
    "8010 Herrengasse 3",
    "HERRENGASSE 3, GRAZ, ÖSTERREICH",
    "Herreng. 3, Graz",
    "Herrengasse 3/12, Graz",
    "Herrengasse 3 Top 12, 8010 Graz",
    "Herrengasse 3, 2. Stock, 8010 Graz",
    "Herrengasse Nr. 3\n8010 Graz",
    "Hererngasse 3, Graz",
    "Herengasse 3, 8010 Grax",
    "Herrengasse 3, 8011 Graz",
    "Herrengasse 3 - 8010 Graz",
    "Herrengasse 3, A 8010 Graz",
  ])("the geocoder finds the house Herrengasse 3, 8010 Graz, for the query %j", (query) => {
    expect(firstAnswer(query)).toMatchObject({
      kind: "address",
      label: "Herrengasse 3, 8010 Graz",
      precision: "exact",
      country: "AT",
      lon: 15.440264,
      lat: 47.07,
    });
  });

  it.each([
    ["Hauptstr. 12a, Graz", "Hauptstraße 12a, 8010 Graz"],
    ["Hauptstr 12 A Graz", "Hauptstraße 12a, 8010 Graz"],
    ["Hauptstraße 12 a 8010 Graz", "Hauptstraße 12a, 8010 Graz"],
    ["Graz Haupt Strasse 12b", "Hauptstraße 12b, 8010 Graz"],
    ["Karl Renner Str. 7, Krems", "Dr.-Karl-Renner-Straße 7, 3500 Krems an der Donau"],
    ["Doktor Karl-Renner-Strasse 9/2 Krems a.d. Donau", "Dr.-Karl-Renner-Straße 9/2, 3500 Krems an der Donau"],
    ["Straße des 17. Juni 135, Berlin", "Straße des 17. Juni 135, 10623 Berlin"],
    ["Str. des 17 Juni 135 10623", "Straße des 17. Juni 135, 10623 Berlin"],
    ["Muehlbachpl. 4, 8020 Graz", "Mühlbachplatz 4, 8020 Graz"],
    ["Langegasse 2 Graz", "Lange Gasse 2, 8010 Graz"],
    ["Lansdtr 12 Vaduz", "Landstrasse 12, 9490 Vaduz"],
    ["Landstr 12 FL-9490", "Landstrasse 12, 9490 Vaduz"],
    ["Landstrasse 12 Liechtenstein", "Landstrasse 12, 9490 Vaduz"],
    ["Herrengasse 3 Stein", "Herrengasse 3, 3500 Krems an der Donau"],
    ["Landeskrankenhaus Graz", "Landeskrankenhaus, Auenbruggerplatz 1, 8036 Graz"],
    ["LKH Zentralfriedhof", "Zentralfriedhof, Graz"],
    ["Waldweg Graz", "Waldweg, 8010 Graz"],
    ["3500", "3500 Krems an der Donau"],
    ["8010 Graz", "8010 Graz"],
    ["Krems", "3500 Krems an der Donau"],
  ])("the geocoder finds the intended address for the query %j", (query, label) =>
    expect(firstAnswer(query)?.label).toBe(label),
  );

  it.each([
    "Herrengasse 9, Graz 3",
    "Herrengasse 9, 8010 Graz 3",
    "Herrengasse 9 Haus 3 Graz",
    "Herrengasse 9 Etage 3, Graz",
    "Herrengasse 9 OG 3 Graz",
    "Herrengasse 9 Stock 3 Graz",
    "Herrengasse 9, 3. Stock, Graz",
  ])(
    "the geocoder takes the number behind the street for the house in %j, although the street has a house 3",
    (query) => expect(firstAnswer(query)?.label).toBe("Herrengasse 9, 8010 Graz"),
  );

  it("the geocoder finds a town on -ing at the end of a sentence", () => {
    const house = {
      kind: "address",
      street: "Bahnhofstraße",
      house_number: "5",
      zip_code: "85435",
      city: "Erding",
    } as const;
    const index = buildGeocodingIndex([{ ...house, country: "DE", lon: 11.9, lat: 48.3 }]);
    for (const query of ["Bahnhofstraße 5, Erding.", "Bahnhofstraße 5, Erding"])
      expect(forwardGeocode(index, query)[0]).toMatchObject({ city: "Erding", confidence: 0.99 });
  });

  it("the geocoder finds a postal code in two parts, however the map and the query write it", () => {
    const house = { kind: "address", street: "Dlouhá", house_number: "33", city: "Praha", country: "CZ" } as const;
    for (const zip_code of ["110 00", "11000"]) {
      const index = buildGeocodingIndex([{ ...house, zip_code, lon: 14.42, lat: 50.09 }]);
      for (const query of ["Dlouhá 33, 110 00 Praha", "Dlouhá 33, 11000 Praha", "Dlouhá 33 110 00 Praha"])
        expect(forwardGeocode(index, query)[0]).toMatchObject({ house_number: "33", confidence: 0.99 });
      const parts = { street: "Dlouhá 33", city: "Praha", zip_code: "110 00" };
      expect(geocodeStructuredQuery(index, parts)[0]).toMatchObject({ house_number: "33", confidence: 0.99 });
    }
  });

  it.each([
    ["Damrak", "1", "Amsterdam", "NL", "1012 LG", ["1012 LG", "1012lg", "NL-1012 LG"]],
    ["Downing Street", "10", "London", "GB", "SW1A 2AA", ["SW1A 2AA", "sw1a2aa"]],
    ["O'Connell Street Lower", "23", "Dublin", "IE", "D01 C3W7", ["D01 C3W7", "d01c3w7"]],
  ] as const)(
    "the geocoder finds %s %s, %s (%s) by its postal code %s, which has letters, however it is written",
    (...[street, house_number, city, country, zip_code, spellings]) => {
      const house = { kind: "address", street, house_number, city, zip_code, country, lon: 4.9, lat: 52.37 } as const;
      const index = buildGeocodingIndex([house]);
      for (const zip of spellings) {
        expect(geocodeStructuredQuery(index, { zip_code: zip })[0]).toMatchObject({ city, match: 1 });
        const parts = { street: `${street} ${house_number}`, city, zip_code: zip };
        expect(geocodeStructuredQuery(index, parts)[0]).toMatchObject({ house_number, confidence: 0.99 });
        const [found] = forwardGeocode(index, `${street} ${house_number}, ${zip} ${city}`);
        expect(found).toMatchObject({ house_number, confidence: 0.99 });
      }
      expect(geocodeStructuredQuery(index, { zip_code: "1013 XX" })).toEqual([]);
    },
  );

  it("the geocoder takes the two letters behind a postal code for the beginning of the town where no code has letters", () => {
    const house = { kind: "address", street: "Hauptplatz", house_number: "4", country: "AT", lon: 15.6 } as const;
    const index = buildGeocodingIndex([
      { ...house, city: "St. Pölten", zip_code: "3100", lat: 48.2 },
      { ...house, city: "Pölten", zip_code: "9999", lat: 47.2 },
    ]);
    for (const query of ["Hauptplatz 4, 3100 St Pölten", "3100 St Pölten", "3100 ST PÖLTEN, Hauptplatz 4"])
      expect(forwardGeocode(index, query)[0]).toMatchObject({ zip_code: "3100", city: "St. Pölten" });
  });

  it("the geocoder searches only in the given countries, however many streets of that name others have", () => {
    const street = { kind: "address", street: "Bahnhofstraße", house_number: "3" } as const;
    const german = Array.from({ length: 120 }, (_, at) => ({
      ...street,
      city: `Ort ${at}`,
      zip_code: `${80_000 + at}`,
      country: "DE",
      lon: 8 + at / 50,
      lat: 51,
    }));
    const index = buildGeocodingIndex([
      ...german,
      { ...street, city: "Bregenz", zip_code: "6900", country: "AT", lon: 9.74, lat: 47.5 },
      { ...street, city: "Irgendwo", lon: 20, lat: 47.5 },
      { kind: "place", city: "Neustadt", zip_code: "80000", country: "DE", lon: 11, lat: 50 },
      { kind: "place", city: "Neustadt", zip_code: "80000", country: "AT", lon: 15, lat: 47 },
    ]);
    for (const limit of [1, 2, 5, 20]) {
      const found = forwardGeocode(index, "Bahnhofstraße 3", { limit, countries: ["AT"] });
      expect(found.map(({ city }) => city)).toEqual(["Bregenz", "Irgendwo"].slice(0, limit));
      expect(forwardGeocode(index, "Bahnhofstraße 3", { limit, countries: [] })).toHaveLength(limit);
    }
    const countriesOf = (answers: readonly { readonly country?: string | undefined }[]) =>
      answers.map(({ country }) => country);
    expect(countriesOf(forwardGeocode(index, "Neustadt", { countries: ["AT", "CH"] }))).toEqual(["AT"]);
    expect(countriesOf(geocodeStructuredQuery(index, { city: "Neustadt" }, { countries: ["AT"] }))).toEqual(["AT"]);
    expect(countriesOf(geocodeStructuredQuery(index, { zip_code: "80000" }, { countries: ["AT"] }))).toEqual(["AT"]);
  });

  it("the geocoder finds streets and towns that have the name of a country in theirs", () => {
    const celle = { kind: "address", city: "Celle", zip_code: "29223", country: "DE", lon: 10.08, lat: 52.62 } as const;
    const index = buildGeocodingIndex([
      { ...celle, street: "Kleine Schweiz", house_number: "12" },
      { ...celle, street: "Kleiner Plan", house_number: "12" },
      { kind: "place", city: "Buckow (Märkische Schweiz)", zip_code: "15377", country: "DE", lon: 14.07, lat: 52.57 },
      { kind: "place", city: "Bern", zip_code: "3000", country: "CH", lon: 7.45, lat: 46.95 },
    ]);
    for (const query of ["Kleine Schweiz 12, 29223 Celle", "Kleine Schweiz 12 Celle"])
      expect(forwardGeocode(index, query)[0]).toMatchObject({ street: "Kleine Schweiz", house_number: "12" });
    const [buckow] = forwardGeocode(index, "15377 Buckow (Märkische Schweiz)");
    expect(buckow).toMatchObject({ label: "15377 Buckow (Märkische Schweiz)" });
    expect(buckow?.confidence).toBeGreaterThan(0.5);
    expect(forwardGeocode(index, "Bern Schweiz")[0]).toMatchObject({ city: "Bern", confidence: 1 });
  });

  const rueDeLausanne = (...numbers: readonly string[]) =>
    buildGeocodingIndex(
      numbers.map((house_number, at) => ({
        kind: "address",
        street: "Rue de Lausanne",
        house_number,
        zip_code: "1201",
        city: "Genève",
        country: "CH",
        lon: 6.14 + at * HOUSE_STEP_DEGREES,
        lat: 46.21,
      })),
    );

  it.each([
    ["Rue de Lausanne 12bis, 1201 Genève", "12bis"],
    ["Rue de Lausanne 12 bis, Genève", "12bis"],
    ["Rue de Lausanne 12bis 1201 Genève", "12bis"],
    ["12 bis Rue de Lausanne, Genève", "12bis"],
    ["Rue de Lausanne 12 ter 1201 Genève", "12 ter"],
    ["Rue de Lausanne 12, Genève", "12"],
    ["Rue de Lausanne 12 bis 14, Genève", "12"],
    ["Rue de Lausanne 12b, Genève", "12b"],
  ])("the geocoder finds for %j the house %s among those that share its number", (query, house_number) => {
    const index = rueDeLausanne("10", "12", "12b", "12bis", "12 ter", "14");
    expect(forwardGeocode(index, query)[0]).toMatchObject({
      house_number,
      precision: "exact",
      street: "Rue de Lausanne",
    });
  });

  it.each([
    ["12/B", ["12", "12/A", "12/B"], "12/B", "exact"],
    ["12 / b", ["12/A", "12/B"], "12/B", "exact"],
    ["12/B", ["12A", "12B"], "12B", "exact"],
    ["12/B/3", ["12/A", "12/B"], "12/B", "exact"],
    ["12/3", ["12/A", "12"], "12", "exact"],
    ["12/B", ["12/A"], "12/A", "nearest_number"],
    ["12/B", ["12"], "12", "exact"],
    ["12/B", ["12", "12B"], "12B", "exact"],
    ["12/A/5", ["12", "12/B"], "12", "exact"],
    ["12", ["12/A"], "12/A", "nearest_number"],
  ])(
    "the geocoder finds for the number %s in a street with the houses %j the house %s (%s)",
    (...[asked, known, house_number, precision]) => {
      const [found] = forwardGeocode(rueDeLausanne(...known), `Rue de Lausanne ${asked}, 1201 Genève`);
      expect(found).toMatchObject({ house_number, precision });
    },
  );

  it.each([
    ["Coesfelder Stiege 12", "Coesfelder Stiege 12"],
    ["Coesfelder Stiege 12, 48149 Münster", "Coesfelder Stiege 12"],
    ["Coesfelder Stiege 12, Stiege 10, Münster", "Coesfelder Stiege 12"],
    ["Coesfelder Straße 12 Stiege 10, Münster", "Coesfelder Straße 12"],
    ["Coesfelder Straße, Stiege 12", "Coesfelder Straße"],
    ["Im Stock 3, Münster", "Im Stock 3"],
    ["Im Stock 3, 2. Stock, 48149 Münster", "Im Stock 3"],
  ])("the geocoder tells a street that is called like a part of a house from that part: %j is %s", (query, house) => {
    const at = { kind: "address", zip_code: "48149", city: "Münster", country: "DE", lon: 7.6, lat: 51.96 } as const;
    const index = buildGeocodingIndex(
      ["Coesfelder Stiege", "Coesfelder Straße", "Im Stock", "Im Hof"].flatMap((street) =>
        ["2", "3", "10", "12"].map((house_number) => ({ ...at, street, house_number })),
      ),
    );
    expect(forwardGeocode(index, query)[0]?.label).toBe(`${house}, 48149 Münster`);
  });

  it("the geocoder reads u. before a house number as the Hungarian street, and elsewhere as the German and", () => {
    const at = { kind: "address", zip_code: "9400", city: "Sopron", country: "HU", lon: 16.59, lat: 47.68 } as const;
    const index = buildGeocodingIndex([
      { ...at, street: "Kossuth Lajos utca", house_number: "5" },
      { ...at, street: "Kossuth und Lajos", house_number: "5" },
      { ...at, street: "Bau-und-Boden-Weg", house_number: "5" },
    ]);
    const best = (query: string) => forwardGeocode(index, query)[0];
    for (const query of ["Kossuth Lajos u. 5, Sopron", "9400 Sopron, Kossuth Lajos u.5", "Kossuth Lajos u., Sopron"])
      expect(best(query)).toMatchObject({ street: "Kossuth Lajos utca" });
    expect(best("Kossuth Lajos u. 5, 9400 Sopron")?.confidence).toBeGreaterThan(0.95);
    expect(best("Kossuth u. Lajos 5, 9400 Sopron")).toMatchObject({ street: "Kossuth und Lajos" });
    expect(best("Bau u. Boden-Weg 5, Sopron")).toMatchObject({ street: "Bau-und-Boden-Weg", confidence: 0.99 });
  });

  it("the geocoder never takes a house without a number for the one with the nearest number", () => {
    expect(forwardGeocode(rueDeLausanne("Annexe", "30"), "Rue de Lausanne 2, Genève")[0]).toMatchObject({
      precision: "nearest_number",
      house_number: "30",
    });
    const [street] = forwardGeocode(rueDeLausanne("Annexe"), "Rue de Lausanne 2, Genève");
    expect(street).toMatchObject({ precision: "street", kind: "street", house_number: undefined });
  });

  it("the geocoder marks the position of an unknown house number as interpolated between its neighbours", () => {
    const answer = firstAnswer("Herrengasse 7, 8010 Graz");
    expect(answer).toMatchObject({ precision: "interpolated", house_number: "7", kind: "address" });
    expect(answer?.lon).toBeCloseTo(15.44 + 2.5 * HOUSE_STEP_DEGREES, 6);
  });

  it.each([
    ["Herrengasse 30, 8010 Graz", "nearest_number", "9"],
    ["Hauptstraße 12c, Graz", "nearest_number", "12"],
    ["Hauptstraße 22, Graz", "range", "20-24"],
  ])(
    "the geocoder returns for the unknown house number in %s the precision %s, number %s",
    (query, precision, house_number) => {
      expect(firstAnswer(query)).toMatchObject({ precision, house_number });
    },
  );

  it("the geocoder returns a street with its bounding box when its houses have no numbers", () => {
    const answer = firstAnswer("Waldweg 8, Graz");
    expect(answer).toMatchObject({ kind: "street", precision: "street", house_number: undefined });
    const [west, south, east, north] = answer?.bounding_box ?? [];
    expect([west, south, east, north]).toEqual([15.5, 47.1, 15.5, 47.1]);
  });

  it("the geocoder completes an address that is still being typed", () => {
    expect(firstAnswer("Herrengasse 3, Gra")?.label).toBe("Herrengasse 3, 8010 Graz");
    expect(firstAnswer("Zentralfr")?.label).toBe("Zentralfriedhof, Graz");
  });

  it("the geocoder has a high confidence in a single match, and a low one if another town has the same address", () => {
    expect(firstAnswer("Herrengasse 3, 8010 Graz")?.confidence).toBeGreaterThan(0.9);
    expect(firstAnswer("Herengasse 3, Graz")?.confidence).toBeGreaterThan(0.7);
    const [one, other] = forwardGeocode(smallTownIndex, "Herrengasse 3");
    expect(new Set([one?.city, other?.city])).toEqual(new Set(["Graz", "Krems an der Donau"]));
    expect(one?.confidence).toBeLessThanOrEqual(0.5);
    expect(one?.match).toBeGreaterThan(0.9);
    expect(other?.match).toBe(one?.match);
    const [graz, krems] = forwardGeocode(smallTownIndex, "Herrengasse 3, Graz");
    expect(graz?.match).toBeGreaterThan(0.9);
    expect(krems?.match).toBeLessThan(0.5);
  });

  it("the geocoder has a low confidence in a town in which the street is unknown", () => {
    const answer = firstAnswer("Quellenbergsteig 12, 8010 Graz");
    expect(answer).toMatchObject({ city: "Graz" });
    expect(answer?.confidence).toBeLessThan(0.5);
  });

  it("the geocoder prefers, among addresses of the same name, the one near the given position", () => {
    expect(forwardGeocode(smallTownIndex, "Neustadt", { near: [8.2, 49.4] })[0]?.lon).toBe(8.13);
    expect(forwardGeocode(smallTownIndex, "Neustadt", { near: [11, 50] })[0]?.lon).toBe(11.1);
    expect(forwardGeocode(smallTownIndex, "Herrengasse 3", { near: [15.6, 48.4] })[0]?.city).toBe("Krems an der Donau");
  });

  it("the geocoder returns as many results as requested, the best first", () => {
    const answers = forwardGeocode(smallTownIndex, "Neustadt", { limit: 2 });
    expect(answers).toHaveLength(2);
    const confidences = answers.map(({ confidence }) => confidence);
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    for (const limit of [0, 1, Number.NaN])
      expect(forwardGeocode(smallTownIndex, "Neustadt", { limit })).toHaveLength(1);
  });

  it("the geocoder returns each house in its own spelling, and treats two spellings as the same street", () => {
    const where = { kind: "address", city: "Triesen", zip_code: "9495", country: "LI", lat: 47.1 } as const;
    const houseOf = (street: string, house_number: string, lon: number): GeocodingEntry => ({
      ...where,
      street,
      house_number,
      lon,
    });
    const mixed = buildGeocodingIndex([
      houseOf("St. Wolfgangstrasse", "1", 9.5),
      houseOf("Sankt Wolfgangstrasse", "5", 9.501),
    ]);
    const streetOf = (query: string) => forwardGeocode(mixed, query)[0]?.street;
    expect(streetOf("Sankt Wolfgangstr. 1")).toBe("St. Wolfgangstrasse");
    expect(streetOf("St. Wolfgangstr. 5")).toBe("Sankt Wolfgangstrasse");
    expect(forwardGeocode(mixed, "St. Wolfgangstr. 3")[0]).toMatchObject({ precision: "interpolated" });
  });

  it("the geocoder finds nothing in an empty index, and nothing for text without letters", () => {
    expect(forwardGeocode(buildGeocodingIndex([]), "Herrengasse 3, 8010 Graz")).toEqual([]);
    expect(forwardGeocode(smallTownIndex, "🚑 !!")).toEqual([]);
  });
});

describe("search for an address by its parts", () => {
  it.each([
    [{ street: "Herrengasse 3", city: "Graz" }, "Herrengasse 3, 8010 Graz"],
    [{ street: "Herrengasse", house_number: "3", zip_code: "3500" }, "Herrengasse 3, 3500 Krems an der Donau"],
    [{ street: "Herrengasse 3", zip_code: "3500", country: "AT" }, "Herrengasse 3, 3500 Krems an der Donau"],
    [{ city: "Krems" }, "3500 Krems an der Donau"],
    [{ zip_code: "9490", country: "Liechtenstein" }, "9490 Vaduz"],
    [{ street: "Landstrasse 12", country: "li" }, "Landstrasse 12, 9490 Vaduz"],
  ])("the geocoder finds an address by the separate fields %j", (query, label) =>
    expect(geocodeStructuredQuery(smallTownIndex, query)[0]?.label).toBe(label),
  );

  it("the geocoder's search by separate fields does not mistake a street for a town or a town for a street", () => {
    expect(geocodeStructuredQuery(smallTownIndex, { street: "Graz" }).filter(({ kind }) => kind === "place")).toEqual(
      [],
    );
    const places = geocodeStructuredQuery(smallTownIndex, { city: "Herrengasse" });
    expect(places.filter(({ kind }) => kind !== "place")).toEqual([]);
  });

  it("the geocoder's search by separate fields returns nothing for an empty query", () =>
    expect(geocodeStructuredQuery(smallTownIndex, {})).toEqual([]));
});
