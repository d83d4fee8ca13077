import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testDataFilePath, hasTestDataFile } from "../../testing/real-maps";
import { buildGeocodingIndex } from "../index/build-index";
import { forwardGeocode } from "../search/forward";
import { parsePostalCodeFile } from "./postal-codes";

const countriesWithFiles = ["at", "ch", "de", "li"];
const postalCodeFileOf = (country: string) => `postal/zipcodes.${country}.csv.xz`;
const hasFiles = countriesWithFiles.every((country) => hasTestDataFile(postalCodeFileOf(country)));

describe.skipIf(!hasFiles)("postal codes of four countries (needs ../shared/data/postal)", () => {
  it("the geocoder finds the place of a postal code with the parts in any order", () => {
    const unpack = (country: string) =>
      execFileSync("xz", ["-dc", testDataFilePath(postalCodeFileOf(country))], {
        encoding: "utf8",
        maxBuffer: 1 << 26,
      });
    const index = buildGeocodingIndex(countriesWithFiles.flatMap((country) => parsePostalCodeFile(unpack(country))));
    expect(index.counts.postal_codes).toBeGreaterThan(13_000);
    const labelOf = (query: string) => forwardGeocode(index, query)[0]?.label;
    expect(labelOf("8010 Graz")).toBe("8010 Graz");
    expect(labelOf("Zuerich 8001")).toBe("8001 Zürich");
    expect(labelOf("9490")).toBe("9490 Vaduz");
    expect(labelOf("D-10115 Berlin")).toBe("10115 Berlin");
    expect(labelOf("3500 Krems")).toBe("3500 Krems an der Donau");
    expect(labelOf("1010 Wien")).toBe("1010 Wien");
    expect(labelOf("Andritz")).toBe("Andritz");
  }, 120_000);
});
