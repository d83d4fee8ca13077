import { openStreamsMaxByTokenKind } from "@leitstand/contract/operation/limits";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followEvents } from "../packages/client/src/event-stream";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase, changeCaseFields } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const TAB_COUNT = 8;
/** Timeout in milliseconds: on a busy machine it takes a while until so many consoles are live. */
const TABS_TIMEOUT_MS = 300_000;
/** Maximum number of streams of a user on one node. */
const STREAMS_PER_USER = openStreamsMaxByTokenKind.USER;

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

  it(
    "a tab beyond a user's limit of streams says why it is not live, polls, and goes live once a stream is free",
    async () => {
      const crowd = await opened.signIn("bestattung", "dispo2");
      const elsewhere = await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => openStream(crowd)));
      const path = "/?tab=all&q=Kein Platz";
      const [page, dark] = await Promise.all([
        opened.look(crowd, { path, prepare: shortenPolling }),
        opened.look(crowd, { path, prepare: shortenPolling, scheme: "dark", language: "en" }),
      ]);
      const isRefused = page.getByRole("status").filter({ hasText: /^Zu viele Fenster offen, Stand \d\d:\d\d$/ });
      await isRefused.waitFor();
      await dark
        .getByRole("status")
        .filter({ hasText: /^Too many windows open, as of \d\d:\d\d/ })
        .waitFor();
      for (const tab of [page, dark]) expect(await findAccessibilityViolations(tab)).toEqual([]);
      await anOpenCase(other, "Kein Platz");
      await shows(page, "Kein Platz");
      expect(await isRefused.count()).toBe(1);
      for (const stream of elsewhere) stream.abort();
      await Promise.all([live(page), live(dark)]);
      await Promise.all([page.close(), dark.close()]);
    },
    TABS_TIMEOUT_MS,
  );

  /** Opens a stream elsewhere, until it is aborted. */
  function openStream({ token }: SignedInColleague): Promise<AbortController> {
    const stop = new AbortController();
    return new Promise((resolve, reject) => {
      const onState = ({ is }: { is: string }) => is === "open" && resolve(stop);
      const events = followEvents({ baseUrl: opened.url, token: () => token, signal: stop.signal, onState });
      events.next().catch(reject);
    });
  }
});

/** Makes the page read every second instead of every half minute, and retry a refused stream after a second. */
const shortenPolling = (page: Page) =>
  page.addInitScript(() => {
    const { fetch: fetchAnything, setInterval: setAnyInterval } = window;
    window.setInterval = ((work: () => void, ms: number) =>
      setAnyInterval(work, ms === 30_000 ? 1_000 : ms)) as typeof setInterval;
    window.fetch = async (...call) => {
      const response = await fetchAnything(...call);
      if (response.status !== 429) return response;
      return new Response(response.body, { status: 429, headers: { "retry-after": "1" } });
    };
  });
