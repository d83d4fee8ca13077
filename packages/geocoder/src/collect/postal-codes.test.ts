import { describe, expect, it } from "vitest";
import { buildGeocodingIndex } from "../index/build-index";
import { forwardGeocode } from "../search/forward";
import { PostalCodeFileError, parsePostalCodeFile } from "./postal-codes";

const officialLine = "AT\t8010\tGraz\tSteiermark\t06\tGraz (Stadt)\t601\tGraz\t60101\t47.0667\t15.45\t4";
const csvHeader =
  "country_code,zipcode,place,state,state_code,province,province_code,community,community_code,latitude,longitude";
const grazEntry = { kind: "place", city: "Graz", zip_code: "8010", country: "AT", lon: 15.45, lat: 47.0667 };

describe("postal codes of GeoNames", () => {
  it("the import of postal codes reads the official file", () =>
    expect(parsePostalCodeFile(`${officialLine}\n`)).toEqual([grazEntry]));

  it("the import of postal codes reads CSV with commas in quotes", () => {
    const line = 'AT,8010,Graz,"Steiermark, ""grün""",06,Graz (Stadt),601,Graz,60101,47.0667,15.45';
    expect(parsePostalCodeFile(`\uFEFF${csvHeader}\r\n${line}\r\n\r\n`)).toEqual([grazEntry]);
  });

  it.each([
    ["columns", officialLine.replace("\t06", "")],
    ["country", officialLine.replace("AT", "Austria")],
    ["postal_code", officialLine.replace("8010", "")],
    ["place", officialLine.replace("\tGraz\tSteiermark", "\t\tSteiermark")],
    ["coordinates", officialLine.replace("47.0667", "north")],
    ["coordinates", officialLine.replace("15.45", "")],
    ["coordinates", officialLine.replace("15.45", "1545")],
  ])(
    "the import of postal codes refuses a faulty file with the number of the line and the reason: %s",
    (reason, broken) => {
      const read = () => parsePostalCodeFile([officialLine, broken, officialLine].join("\n"));
      expect(read).toThrow(PostalCodeFileError);
      expect(read).toThrow(expect.objectContaining({ line: 2, reason, message: expect.stringMatching(/^Line 2: /) }));
    },
  );

  it.each(["", "\n\n"])("the import of postal codes accepts an empty file: %j", (text) =>
    expect(parsePostalCodeFile(text)).toEqual([]),
  );

  it("the import of postal codes reads a place with a district as an entry of the town and one of the district", () => {
    const part = officialLine.replace("8010\tGraz", "8045\tGraz,12.Bez.:Andritz");
    expect(parsePostalCodeFile(part).map(({ city, zip_code }) => [zip_code, city])).toEqual([
      ["8045", "Graz"],
      ["8045", "Andritz"],
    ]);
  });

  it("the import of postal codes leaves out postal codes of companies", () => {
    const lines = [
      officialLine.replace("\tGraz\t", "\tMuster Versicherung AG\t"),
      officialLine.replace("AT\t8010\tGraz", "DE\t70322\tMuster AG"),
      officialLine.replace("AT\t8010\tGraz", "CH\t4801\tZofingen Muster AG"),
      officialLine.replace("AT\t8010\tGraz", "CH\t6300\tMuster GmbH ZG"),
      officialLine.replace("AT\t8010\tGraz", "CH\t9026\tSt. Gallen M AG"),
    ];
    expect(parsePostalCodeFile(lines.join("\n"))).toEqual([]);
  });

  it.each([
    ["5610\tWohlen AG", "Wohlen"],
    ["5610\tWohlen AG 1", "Wohlen"],
    ["5103\tMöriken AG", "Möriken"],
    ["9470\tBuchs SG", "Buchs"],
    ["8260\tStein am Rhein SH", "Stein am Rhein"],
  ])(
    "the import of postal codes reads %j as a Swiss town, which is found without its canton as well",
    (line, alias) => {
      const entries = parsePostalCodeFile(officialLine.replace("AT\t8010\tGraz", `CH\t${line}`));
      const [zip_code, city] = line.split("\t");
      expect(entries).toMatchObject([{ city, zip_code, country: "CH", aliases: [alias] }]);
      for (const query of [`${zip_code} ${alias}`, `${zip_code} ${city}`])
        expect(forwardGeocode(buildGeocodingIndex(entries), query)[0]?.zip_code).toBe(zip_code);
    },
  );
});
