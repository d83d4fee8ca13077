import { expect, it } from "vitest";
import { measureCpuMs } from "../testing/accuracy";
import { nonAddressTexts } from "../testing/hostile-texts";
import { smallTownEntries } from "../testing/small-town";
import { buildGeocodingIndex } from "./index/build-index";
import { forwardGeocode, geocodeStructuredQuery } from "./search/forward";

const smallTownIndex = buildGeocodingIndex(smallTownEntries);

/**
 * Limit in CPU milliseconds, far above the time of any of these texts, and far below that of a search that does not
 * end.
 */
const CPU_MS_MAX = 250;

it.each(nonAddressTexts)("the geocoder answers a query of hostile text in time: %s", (_, query) => {
  forwardGeocode(smallTownIndex, query);
  const spent = measureCpuMs(() => {
    forwardGeocode(smallTownIndex, query);
    geocodeStructuredQuery(smallTownIndex, { street: query, city: query, zip_code: query, country: query });
  });
  expect(spent).toBeLessThan(CPU_MS_MAX);
});
