import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildGeocodingIndex } from "./index/build-index";
import { AddressCollector } from "./collect/collect-addresses";
import { forwardGeocode, geocodeStructuredQuery } from "./search/forward";
import { GeocodingIndexFormatError, decodeGeocodingIndex, encodeGeocodingIndex } from "./index/index-bytes";
import { parsePostalCodeFile } from "./collect/postal-codes";
import { reverseGeocode } from "./search/reverse";

const readFileText = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
/** Code without blanks, because the formatter breaks lines here and not there. */
const withoutBlanks = (code: string) => code.replace(/[\s,]+/g, "");

describe("README of the geocoder", () => {
  it("the README examples of packages/geocoder run unchanged", () => {
    const index = buildGeocodingIndex([
      {
        kind: "address",
        street: "Herrengasse",
        house_number: "3",
        zip_code: "8010",
        city: "Graz",
        country: "AT",
        lon: 15.4395,
        lat: 47.0702,
      },
      {
        kind: "address",
        street: "Herrengasse",
        house_number: "7",
        zip_code: "8010",
        city: "Graz",
        country: "AT",
        lon: 15.4399,
        lat: 47.0698,
      },
    ]);

    const [found] = forwardGeocode(index, "Hererng. 3, 8010 Graz");
    expect(found).toMatchObject({ label: "Herrengasse 3, 8010 Graz", precision: "exact", lon: 15.4395, lat: 47.0702 });

    const [between] = geocodeStructuredQuery(index, { street: "Herrengasse", house_number: "5", city: "Graz" });
    expect(between).toMatchObject({ precision: "interpolated", house_number: "5" });
    expect(between?.lon).toBeCloseTo(15.4397, 6);

    const [house] = reverseGeocode(index, [15.43952, 47.07021]);
    expect(house).toMatchObject({ label: "Herrengasse 3, 8010 Graz", distance_meters: 1.9 });

    const collector = new AddressCollector();
    const tags = {
      "addr:street": "Herrengasse",
      "addr:housenumber": "3",
      "addr:city": "Graz",
      "addr:postcode": "8010",
    };
    collector.node({ id: 1, lon: 15.4395, lat: 47.0702, tags: new Map(Object.entries(tags)) });
    expect(buildGeocodingIndex(collector.entries()).counts).toMatchObject({
      addresses: 1,
      streets: 1,
      places: 1,
      postal_codes: 1,
    });

    const codes = parsePostalCodeFile("AT\t8010\tGraz\tSteiermark\t06\tGraz\t601\tGraz\t60101\t47.0667\t15.45\t4\n");
    expect(forwardGeocode(buildGeocodingIndex(codes), "8010")[0]?.label).toBe("8010 Graz");

    const bytes = encodeGeocodingIndex(index);
    expect(forwardGeocode(decodeGeocodingIndex(bytes), "Herrengasse 7")[0]?.house_number).toBe("7");
    expect(() => decodeGeocodingIndex(bytes.slice(0, 100))).toThrow(GeocodingIndexFormatError);
  });

  it("the README of packages/geocoder contains the code that its test runs", () => {
    const here = withoutBlanks(readFileText("readme.test.ts"));
    const examples = [...readFileText("../README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, code]) =>
      withoutBlanks(code ?? ""),
    );
    expect(examples).toHaveLength(6);
    for (const example of examples) expect(here).toContain(example);
  });

  it("the README of packages/geocoder begins with units and the order of coordinates", () => {
    expect(readFileText("../README.md").split("\n")[0]).toMatch(/metres, seconds, `\[lon, lat\]`/);
  });
});
