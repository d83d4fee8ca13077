import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase } from "./tours-testkit";

describe.skipIf(!hasChromium)("what a dispatcher is told where they work (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole();
    colleague = await opened.signIn("bestattung");
  });
  afterAll(() => opened.close());

  it("the console says beside a file of a case why it was refused, in its own language and not the browser's", async () => {
    const dispatchCase = await anOpenCase(colleague, "Beschädigte Papiere");
    const page = await opened.look(colleague, { locale: "en-GB", path: `/?case=${dispatchCase.id}` });
    const field = page.locator('input[type="file"]');
    await field.waitFor({ state: "attached" });
    await field.setInputFiles([
      { name: "leer.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) },
      { name: "halb.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n1 0 obj <<") },
    ]);
    await page.getByRole("listitem").filter({ hasText: "leer.pdf" }).getByText("Die Datei ist leer.").waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: "halb.pdf" })
      .getByText("Die Datei ist unvollständig.")
      .waitFor();
    await page.close();
  });
});
