import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TestFileBrowserContexts, hasChromium } from "./browser";
import { FaultyActionServer } from "./driver/faulty-server";
import type { SentOnceTestPage, SentRowCount } from "./driver/once-page";
import { bundleAppPartPage, createPageCalls, type SourceMutant, assertMutantsApply } from "./driver/planted-page";

const eachSentOnce: SentRowCount[] = [
  { times: 1, status: "sent" },
  { times: 1, status: "sent" },
];
const mutants = assertMutantsApply({
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
  let browser: TestFileBrowserContexts;
  beforeAll(async () => {
    browser = await TestFileBrowserContexts.open();
  });
  afterAll(() => browser.close());

  async function send(what: keyof SentOnceTestPage, mutant?: SourceMutant): Promise<SentRowCount[]> {
    const script = await bundleAppPartPage({ entry: "once-page.ts", folder: "(?:outbox|photos)" }, mutant);
    const server = await new FaultyActionServer(script).listen();
    const page = await browser.newPage();
    onTestFinished(() => server.close());
    onTestFinished(() => page.close());
    await page.goto(server.url);
    await page.waitForFunction(() => "oncePage" in window);
    return createPageCalls<SentOnceTestPage>(page, "oncePage", ["steps", "photos", "takenMeanwhile"])[what]();
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
