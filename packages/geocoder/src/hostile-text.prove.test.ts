import { expect, it } from "vitest";
import { measureCpuMs } from "../testing/accuracy";
import { hostileTexts } from "../testing/hostile-texts";
import { smallTown } from "../testing/small-town";
import { buildIndex } from "./index/build-index";
import { searchForward, searchStructured } from "./search/forward";

const smallTownIndex = buildIndex(smallTown);

/**
 * Limit in CPU milliseconds, far above the time of any of these texts, and far below that of a search that does not
 * end.
 */
const CPU_MS_MAX = 250;

it.each(hostileTexts)("the geocoder answers a query of hostile text in time: %s", (_, query) => {
  searchForward(smallTownIndex, query);
  const spent = measureCpuMs(() => {
    searchForward(smallTownIndex, query);
    searchStructured(smallTownIndex, { street: query, city: query, zip_code: query, country: query });
  });
  expect(spent).toBeLessThan(CPU_MS_MAX);
});
