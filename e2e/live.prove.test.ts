import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { type Colleague, type OpenedConsole, openConsole } from "./console-testkit";

describe.skipIf(!hasBrowser)("how soon a board tells (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: Colleague;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung", "dispo2");
  });
  afterAll(() => product.close());

  it("the board shows a critical message within ten seconds although no event carries it", async () => {
    const page = await product.look(await product.signIn("bestattung"));
    await page.getByText("Live", { exact: true }).waitFor();
    const [branch] = await colleague.api.getBranches();
    const title = "A9 gesperrt bei Deutschfeistritz";
    await colleague.api.createCriticalMessage({ branch_id: branch?.id ?? "", title });
    await expect.poll(() => page.getByText(title).count(), { timeout: 10_000, interval: 50 }).toBeGreaterThan(0);
    await page.close();
  });
});
