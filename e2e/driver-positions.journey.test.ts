import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TestFileBrowserContexts, hasChromium } from "./browser";
import { FaultyActionServer } from "./driver/faulty-server";
import { assertMutantApplies, bundleAppPartPage, createPageCalls, type SourceMutant } from "./driver/planted-page";
import type { PositionsTestPage } from "./driver/positions-page";

const refusalCodes = { 403: "AUTH_GRANT_MISSING", 422: "TIME_OUT_OF_RANGE", 503: "SERVICE_UNAVAILABLE" } as const;
type RefusalStatus = keyof typeof refusalCodes;
interface SentFix {
  readonly lon: number;
}
const FIX_COUNT = 150;

const mutantKeepingRefused = assertMutantApplies({
  file: "send-positions.ts",
  from: "await dropRefusedFixes(batch, error, db);",
  to: 'if (error.status === 403) return "again"; await dropRefusedFixes(batch, error, db);',
});
const mutantDroppingAll = assertMutantApplies({
  file: "send-positions.ts",
  from: "status === 403 ?",
  to: "status > 0 ?",
});

describe.skipIf(!hasChromium)("positions that the server does not take (needs /usr/bin/chromium)", () => {
  let browser: TestFileBrowserContexts;
  beforeAll(async () => {
    browser = await TestFileBrowserContexts.open();
  });
  afterAll(() => browser.close());

  /**
   * Sends the fixes of a phone to a server that refuses some of them; returns which have arrived, and which are left.
   */
  async function send(refusalOf: (fixes: readonly SentFix[]) => RefusalStatus | undefined, mutant?: SourceMutant) {
    const server = await new FaultyActionServer(
      await bundleAppPartPage({ entry: "positions-page.ts", folder: "positions" }, mutant),
    ).listen();
    const page = await browser.newPage();
    onTestFinished(() => server.close());
    onTestFinished(() => page.close());
    const arrived: number[] = [];
    let requests = 0;
    await page.route("**/api/v1/location", async (route) => {
      requests++;
      const { locations } = route.request().postDataJSON() as { locations: readonly SentFix[] };
      const status = refusalOf(locations);
      if (status === undefined) arrived.push(...locations.map(({ lon }) => Math.round(lon * 1_000)));
      const code = status && refusalCodes[status];
      const json = status ? { code, title: "", message: "", args: [], trace_id: "0" } : { accepted: 0, ignored: 0 };
      await route.fulfill({ status: status ?? 200, json });
    });
    await page.goto(server.url);
    await page.waitForFunction(() => "positionsPage" in window);
    const phone = createPageCalls<PositionsTestPage>(page, "positionsPage", ["keep", "send", "count"]);
    await phone.keep(FIX_COUNT);
    const end = await phone.send();
    return { end, arrived, requests, left: await phone.count() };
  }
  const all = Array.from({ length: FIX_COUNT }, (_, second) => second);
  const isBad = ({ lon }: SentFix) => lon === 0.042;
  const refuseBad = (fixes: readonly SentFix[]): RefusalStatus | undefined => (fixes.some(isBad) ? 422 : undefined);

  it("a refused batch of positions is sent again without its bad fix, in order", async () => {
    const { end, arrived, left } = await send(refuseBad);
    expect({ end, left }).toEqual({ end: "done", left: 0 });
    expect(arrived).toEqual(all.filter((second) => second !== 42));
  });

  it("the test of refused positions detects a phone that drops whole batches", async () => {
    expect((await send(refuseBad, mutantDroppingAll)).arrived).not.toContain(41);
  });

  it("a phone drops positions at once when the driver may not report them, and does not try them one by one", async () => {
    expect(await send(() => 403)).toEqual({ end: "done", arrived: [], requests: 2, left: 0 });
  });

  it("the test of refused positions detects a phone that keeps them for ever after a 403", async () => {
    expect((await send(() => 403, mutantKeepingRefused)).left).toBe(FIX_COUNT);
  });

  it("a phone keeps its positions as long as the server answers with errors", async () => {
    expect(await send(() => 503)).toEqual({ end: "again", arrived: [], requests: 1, left: FIX_COUNT });
  });
});
