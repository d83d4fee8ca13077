import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildReferenceFragments } from "./fragments";

/** The rest of the 60 kB is a reserve, because the result depends on the release of zlib. */
it("the main part of each operation's page in the documentation is at most 45 kB compressed", () => {
  const large = [...buildReferenceFragments()].filter(([, html]) => gzipSync(html).length > 45_000);
  expect(large.map(([name]) => name)).toEqual([]);
});
