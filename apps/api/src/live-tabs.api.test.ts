import { describe, expect, it } from "vitest";
import { type TabOptions, TestBrowser, type TestTab } from "./testing/tabs/browser-tabs";
import { startFaultProxy } from "./testing/fault-proxy";
import { startTestNode, readCurrentCursor, announceTitledEvent } from "./testing/live-streams";
import { type ApiSession, startApi } from "./testing/start-api";

describe("tabs of one browser that share a stream", () => {
  const api = startApi();

  const tell = (session: ApiSession, ...titles: string[]) =>
    api.db.transaction(session.session.tenant.id, async (tx) => {
      for (const title of titles) announceTitledEvent(tx, title);
    });
  /** Opens some tabs that follow the stream, of which the first reads for all. */
  async function tabs(count: number, { url = api.url, ...more }: Partial<TabOptions> = {}) {
    const browser = new TestBrowser();
    const session = await api.signIn("getDashboard", "getAreas");
    const lastEventId = await readCurrentCursor(api.db, session);
    const open = () => browser.open({ url, session, lastEventId, ...more });
    const first = open();
    // Tabs that open at the same moment reach the lock in any order.
    await live(first);
    const others = Array.from({ length: count - 1 }, open);
    await live(...others);
    return { browser, session, open, first, others, lastEventId };
  }
  const live = (...some: TestTab[]) =>
    expect.poll(() => some.map(({ isLive }) => isLive), { timeout: 60_000 }).toEqual(some.map(() => true));
  const heard = (tab: TestTab, ...titles: string[]) =>
    expect.poll(() => tab.titles, { timeout: 60_000 }).toEqual(titles);

  it("all tabs of a browser receive every event by one shared stream, once and in order", async () => {
    const { browser, session, first, others } = await tabs(8);
    const titles = Array.from({ length: 20 }, (_, at) => `event ${at}`);
    for (const title of titles) await tell(session, title);
    for (const tab of [first, ...others]) await heard(tab, ...titles);
    expect(browser.streams).toBe(1);
  });

  it("tabs lose and repeat no event when the tabs that hold the shared stream close one after the other", async () => {
    const { session, first, others } = await tabs(4);
    const titles: string[] = [];
    const last = others.at(-1) as TestTab;
    for (const tab of [first, ...others.slice(0, -1)]) {
      titles.push(`before ${titles.length}`, `between ${titles.length}`);
      await tell(session, titles.at(-2) as string);
      await expect.poll(() => last.titles).toContain(titles.at(-2));
      const told = tell(session, titles.at(-1) as string);
      await tab.close();
      await told;
    }
    await heard(last, ...titles);
  });

  it("the shared stream moves to another tab when the tab that holds it is frozen beyond its lease", async () => {
    const { browser, session, first, others } = await tabs(3, { patienceMs: 200 });
    first.freeze(true);
    await expect.poll(() => browser.streams, { timeout: 60_000 }).toBeGreaterThan(1);
    await tell(session, "meanwhile");
    for (const tab of others) await heard(tab, "meanwhile");
    first.freeze(false);
    await tell(session, "afterwards");
    for (const tab of [first, ...others]) await heard(tab, "meanwhile", "afterwards");
  });

  it("the shared stream moves to another tab when the browser suspends the tab that holds it, which later gets what it missed", async () => {
    const { browser, session, first, others } = await tabs(2);
    first.suspend(true);
    await expect.poll(() => browser.streams).toBe(2);
    await tell(session, "meanwhile");
    for (const tab of others) await heard(tab, "meanwhile");
    first.suspend(false);
    await heard(first, "meanwhile");
  });

  it("a tab has to read again when its data is older than the last event that was delivered", async () => {
    const { session, first, open } = await tabs(1);
    await tell(session, "before");
    await heard(first, "before");
    const late = open();
    await heard(late, "(reset)");
    await tell(session, "afterwards");
    await heard(late, "(reset)", "afterwards");
    expect(first.titles).toEqual(["before", "afterwards"]);
  });

  it("a tab receives no events of another account in the same browser", async () => {
    const { browser, session, first } = await tabs(1);
    const other = await api.signIn("getDashboard", "getAreas");
    const tab = browser.open({ url: api.url, session: other, lastEventId: await readCurrentCursor(api.db, other) });
    await live(tab);
    await tell(session, "ours");
    await tell(other, "theirs");
    await heard(first, "ours");
    await heard(tab, "theirs");
    await first.close();
    await tell(session, "ours again");
    await tell(other, "theirs again");
    await heard(tab, "theirs", "theirs again");
    expect(browser.streams).toBe(2);
  });

  it("every tab learns that the server has ended the session", async () => {
    const { session, first, others } = await tabs(3);
    await session.signOut();
    for (const tab of [first, ...others]) expect(await tab.ended).toMatchObject({ status: 401 });
  });

  it("every tab learns that too many streams are open, and retries no earlier than the server says", async () => {
    const small = await startTestNode(api.databaseUrl, () => ({ rateLimitFactor: 1 }));
    small.app.start();
    const session = await api.signIn("getDashboard", "getAreas");
    const lastEventId = await readCurrentCursor(api.db, session);
    const elsewhere = Array.from({ length: 5 }, () => new TestBrowser().open({ url: small.url, session, lastEventId }));
    await live(...elsewhere);
    const browser = new TestBrowser();
    const refused = [1, 2].map(() => browser.open({ url: small.url, session, lastEventId }));
    for (const tab of refused) await expect.poll(() => tab.states.at(-1)).toEqual({ is: "waiting", isRefused: true });
    expect(browser.streams).toBe(1);
  });

  it("the shared stream moves to the visible tab when a hidden one with slow timers has lost its connection", async () => {
    const proxy = await startFaultProxy(Number(new URL(api.url).port), {});
    const { first, others } = await tabs(2, { url: proxy.url, firstWaitMs: 600_000 });
    first.hide(true);
    proxy.cut();
    await expect
      .poll(() => first.states.map(({ is }) => is), { timeout: 60_000 })
      .toEqual(["connecting", "open", "waiting", "connecting", "open"]);
    await live(...others);
    await proxy.close();
  });
});
