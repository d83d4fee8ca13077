import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { referenceFragments } from "./fragments";

/** How much remains depends on the release of zlib. */
it("keeps the page of each operation small: 45 kilobytes compressed, of the 60 that a page may have", () => {
  const large = [...referenceFragments()].filter(([, html]) => gzipSync(html).length > 45_000);
  expect(large.map(([name]) => name)).toEqual([]);
});
