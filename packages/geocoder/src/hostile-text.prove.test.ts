import { expect, it } from "vitest";
import { cpuMsOf } from "../testing/accuracy";
import { hostileTexts } from "../testing/hostile-texts";
import { smallTown } from "../testing/small-town";
import { buildIndex } from "./index/build-index";
import { searchForward, searchStructured } from "./search/forward";

const index = buildIndex(smallTown);

/** CPU milliseconds far above what any of these texts takes, and far below what a search that got lost would take. */
const CPU_MS_MAX = 250;

it.each(hostileTexts)("answers hostile text in time: %s", (_, query) => {
  searchForward(index, query);
  const spent = cpuMsOf(() => {
    searchForward(index, query);
    searchStructured(index, { street: query, city: query, zip_code: query, country: query });
  });
  expect(spent).toBeLessThan(CPU_MS_MAX);
});
