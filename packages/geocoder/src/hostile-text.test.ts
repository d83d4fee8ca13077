import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nonAddressTexts } from "../testing/hostile-texts";
import { smallTownEntries } from "../testing/small-town";
import { buildGeocodingIndex } from "./index/build-index";
import { forwardGeocode, geocodeStructuredQuery } from "./search/forward";
import { reverseGeocode } from "./search/reverse";

const smallTownIndex = buildGeocodingIndex(smallTownEntries);

const areAnswersValid = (answers: ReturnType<typeof forwardGeocode>) =>
  answers.length <= 5 &&
  answers.every(
    ({ confidence, lon, lat, label }) =>
      confidence >= 0 && confidence <= 1 && Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && label !== "",
  );

describe("text that is no address", () => {
  it.each(nonAddressTexts)("the geocoder returns only valid results for hostile text: %s", (_, query) => {
    expect(areAnswersValid(forwardGeocode(smallTownIndex, query))).toBe(true);
    expect(
      areAnswersValid(
        geocodeStructuredQuery(smallTownIndex, { street: query, city: query, zip_code: query, country: query }),
      ),
    ).toBe(true);
  });

  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("Herrengasse", "Graz", "8010", "12a", "12-14", ",", "\n", "a. d. ", "top 3", "Str.", "\u0000"),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));

  it("the geocoder returns only valid results for random text", () => {
    fc.assert(
      fc.property(text, (query) => {
        expect(areAnswersValid(forwardGeocode(smallTownIndex, query))).toBe(true);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("the geocoder finds houses of a street with a hostile name by coordinates, and returns only valid results for that name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), (street) => {
        const odd = buildGeocodingIndex([
          { kind: "address", street, house_number: "1", city: "Graz", lon: 15, lat: 47 },
        ]);
        const [answer] = reverseGeocode(odd, [15, 47]);
        expect(answer?.street).toBe(street);
        expect(areAnswersValid(geocodeStructuredQuery(odd, { street, house_number: "1" }))).toBe(true);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
