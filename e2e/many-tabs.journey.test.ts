import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase } from "./tours-testkit";

describe.skipIf(!hasChromium)("tabs of two companies (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  /** The dispatcher who makes changes; this one's tabs are not checked. */
  let other: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole({ rateLimitFactor: 1 });
    other = await opened.signIn("bestattung", "dispo2");
  });
  afterAll(() => opened.close());

  const live = (page: Page) => page.getByText("Live", { exact: true }).waitFor();

  it("tabs of another company have a separate stream, and stay signed in when the other tabs sign out", async () => {
    // A case that appears in an empty list is not announced.
    await anOpenCase(other, "Schon da");
    const partner = await opened.signIn("pannenhilfe");
    const leaving = await opened.signIn("bestattung", "dispo2");
    const [ours, theirs] = await Promise.all([opened.look(leaving), opened.look(partner)]);
    await Promise.all([live(ours), live(theirs)]);
    await anOpenCase(other, "Nur bei uns");
    await ours.getByText("1 neuer Fall").waitFor();
    await ours.getByRole("button", { name: /Einstellungen von/ }).click();
    await ours.getByRole("menuitem", { name: "Abmelden" }).click();
    await ours.getByRole("button", { name: "Anmelden", exact: true }).waitFor();
    await live(theirs);
    expect(await theirs.getByText("1 neuer Fall").count()).toBe(0);
    await Promise.all([ours.close(), theirs.close()]);
  });
});
