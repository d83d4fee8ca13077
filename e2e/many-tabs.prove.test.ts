import { openStreamsMaxByTokenKind } from "@leitstand/contract/operation/limits";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followEvents } from "../packages/client/src/event-stream";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, openConsole } from "./console-testkit";
import { anOpenCase } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

/** Timeout in milliseconds: on a busy machine it takes a while until so many consoles are live. */
const TABS_TIMEOUT_MS = 300_000;
/** Maximum number of streams of a user on one node. */
const STREAMS_PER_USER = openStreamsMaxByTokenKind.USER;

describe.skipIf(!hasChromium)("more tabs than a person may have streams (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  /** The dispatcher who makes changes; this one's tabs are not checked. */
  let other: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole({ rateLimitFactor: 1 });
    other = await opened.signIn("bestattung");
  });
  afterAll(() => opened.close());

  const live = (page: Page) => page.getByText("Live", { exact: true }).waitFor();
  const shows = (page: Page, name: string) => page.getByRole("option").filter({ hasText: name }).waitFor();

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
