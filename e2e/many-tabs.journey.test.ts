import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase, changeCaseFields } from "./tours-testkit";

const TAB_COUNT = 8;
/** Timeout in milliseconds: on a busy machine it takes a while until so many consoles are live. */
const TABS_TIMEOUT_MS = 300_000;

describe.skipIf(!hasChromium)("many tabs of one browser (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  let colleague: SignedInColleague;
  /** The dispatcher who makes changes; this one's tabs are not checked. */
  let other: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole({ rateLimitFactor: 1 });
    [colleague, other] = await Promise.all([opened.signIn("bestattung"), opened.signIn("bestattung", "dispo2")]);
  });
  afterAll(() => opened.close());

  const live = (page: Page) => page.getByText("Live", { exact: true }).waitFor();
  const shows = (page: Page, name: string) => page.getByRole("option").filter({ hasText: name }).waitFor();
  /** Opens eight tabs that list the same cases, and records which of them has opened the stream. */
  async function openTabs(path: string) {
    const readers: Page[] = [];
    const first = await opened.look(colleague, { path: "/sign-in" });
    first.context().on("request", (request) => {
      if (request.headers()["accept"]?.includes("event-stream")) readers.push(request.frame().page());
    });
    await first.goto(`${opened.url}${path}`);
    const tabs = [first];
    while (tabs.length < TAB_COUNT) {
      const [tab] = await Promise.all([
        first.waitForEvent("popup"),
        first.evaluate((to) => void window.open(to), path),
      ]);
      tabs.push(tab);
    }
    await Promise.all(tabs.map(live));
    return { tabs, readers };
  }

  it(
    "many tabs of the console share one stream, miss no event when the tab that reads it is closed, and sign out together",
    async () => {
      const dispatchCases = [
        await anOpenCase(other, "Viele Fenster A"),
        await anOpenCase(other, "Viele Fenster B"),
      ] as const;
      const { tabs, readers } = await openTabs("/?tab=all&q=Viele Fenster");
      expect(readers).toHaveLength(1);
      await changeCaseFields(other, dispatchCases[0].id, { display_name: "Viele Fenster A, live" });
      await Promise.all(tabs.map((tab) => shows(tab, "Viele Fenster A, live")));

      const [reader] = readers;
      const closing = reader?.close();
      await changeCaseFields(other, dispatchCases[0].id, { display_name: "Viele Fenster A, inzwischen" });
      await closing;
      await changeCaseFields(other, dispatchCases[1].id, { display_name: "Viele Fenster B, danach" });
      const left = tabs.filter((tab) => tab !== reader);
      for (const name of ["A, inzwischen", "B, danach"])
        await Promise.all(left.map((tab) => shows(tab, `Viele Fenster ${name}`)));
      expect(readers).toHaveLength(2);

      const leaving = left.at(-1) as Page;
      await leaving.getByRole("button", { name: /Einstellungen von/ }).click();
      await leaving.getByRole("menuitem", { name: "Abmelden" }).click();
      await Promise.all(left.map((tab) => tab.getByRole("button", { name: "Anmelden", exact: true }).waitFor()));
      await leaving.context().close();
    },
    TABS_TIMEOUT_MS,
  );

  it("tabs of another company have a separate stream, and stay signed in when the other tabs sign out", async () => {
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
