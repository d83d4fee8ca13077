import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { BrowserShare, hasChromium } from "./browser";
import { FaultyServer } from "./driver/faulty-server";
import type { OncePage, SentRow } from "./driver/once-page";
import { bundlePage, pageCalls, type SourceMutant, checkMutants } from "./driver/planted-page";

const eachSentOnce: SentRow[] = [
  { times: 1, status: "sent" },
  { times: 1, status: "sent" },
];
const mutants = checkMutants({
  photos: {
    file: "send-photos.ts",
    from: "filter(({ id }) => !begun.has(id))",
    to: "filter(({ id }) => !this.busy.has(id))",
  },
  steps: {
    file: "drain.ts",
    from: "filter(({ chain }) => !begun.has(chain))",
    to: "filter(({ chain }) => !this.busy.has(chain))",
  },
});

describe.skipIf(!hasChromium)("rows that are sent while the queue reads its tables (needs /usr/bin/chromium)", () => {
  let browser: BrowserShare;
  beforeAll(async () => {
    browser = await BrowserShare.open();
  });
  afterAll(() => browser.close());

  async function send(what: keyof OncePage, mutant?: SourceMutant): Promise<SentRow[]> {
    const script = await bundlePage({ entry: "once-page.ts", folder: "(?:outbox|photos)" }, mutant);
    const server = await new FaultyServer(script).listen();
    const page = await browser.newPage();
    onTestFinished(() => server.close());
    onTestFinished(() => page.close());
    await page.goto(server.url);
    await page.waitForFunction(() => "oncePage" in window);
    return pageCalls<OncePage>(page, "oncePage", ["steps", "photos", "takenMeanwhile"])[what]();
  }

  it.each(["steps", "photos"] as const)(
    "the outbox sends a row once even if its request ends while the queue reads the tables: %s",
    async (what) => {
      expect(await send(what)).toEqual(eachSentOnce);
    },
  );

  it("the phone sends a photo that is taken while another one is being sent in parallel", async () => {
    expect(await send("takenMeanwhile")).toEqual(eachSentOnce);
  });

  it.each(["steps", "photos"] as const)(
    "the test of the outbox detects a queue that reads its running requests last and sends rows twice: %s",
    async (what) => {
      expect(await send(what, mutants[what])).not.toEqual(eachSentOnce);
    },
  );
});
