import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type DocsSite, docsBuild, startDocs } from "./docs-testkit";

describe.skipIf(!hasChromium)("what parts of the documentation site weigh", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it("the search index of the documentation is 180 KB at most compressed", () => {
    expect(brotliCompressSync(readFileSync(`${docsBuild}search-index.json`)).length).toBeLessThanOrEqual(180_000);
  });

  it('the scripts of "Try it" are 60 KiB at most compressed', async () => {
    const page = await site.look("/openapi/createArea");
    const asked: string[] = [];
    await page.waitForLoadState("networkidle");
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Send" }).waitFor();
    const bytes = await Promise.all(
      asked.map(async (url) => {
        const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
        return (await answer.arrayBuffer()) && Number(answer.headers.get("content-length"));
      }),
    );
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1_024);
  });
});
