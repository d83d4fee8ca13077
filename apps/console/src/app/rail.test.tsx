import { describe, expect, it } from "vitest";
import { anEvent, aWebhook, queueOf } from "#features/deliveries/deliveries-testkit.tsx";
import { queryClient } from "#shared/api/api.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { readBoardView } from "#shared/state/board-view.ts";
import { mount, setClock, until } from "#shared/testing/mount-testkit.tsx";
import { find, findAll } from "#shared/testing/screen-testkit.ts";
import { serveApi } from "#shared/testing/server-testkit.ts";
import { Rail } from "./rail.tsx";

type Answers = Parameters<typeof serveApi>[0];

async function showRail(grants: string[], answers: Answers = {}) {
  setClock("2026-03-02T09:00:00Z");
  const me = aDispatcher({ grants, type: "ROADSIDE_ASSISTANCE" });
  serveApi({ getUserInfo: () => me, getWebhooks: () => [], getQueuedEvents: queueOf(() => []), ...answers });
  const ignore = () => undefined;
  await mount(<Rail unread={0} layer={null} onLayer={ignore} view={readBoardView({})} onView={ignore} />);
  await until(() => expect(queryClient.getQueryData(["me"])).toBeDefined());
}
const waiting = (created_at: string, attempts: number) => anEvent(1, { status: "CREATED", attempts, created_at });

describe("the rail", () => {
  it("the rail has no entry for deliveries for a user without the grants to see them", async () => {
    await showRail(["getCases"]);
    expect(findAll("button", /Zustellungen/)).toEqual([]);
  });

  it("the rail counts webhooks that were switched off automatically, and events that failed", async () => {
    await showRail(["getWebhooks", "getQueuedEvents"], {
      getWebhooks: () => [
        aWebhook(),
        aWebhook({ active: false }),
        aWebhook({ active: false, disabled_reason: "FAILING" }),
      ],
      getQueuedEvents: queueOf(() => [anEvent(1), anEvent(2, { status: "FAILED" }), anEvent(3, { status: "SKIPPED" })]),
    });
    await until(() => expect(find("button", "Zustellungen: 3 stehen").textContent).toBe("3"));
  });

  it("the rail counts a queue whose oldest event has been tried for more than ten minutes", async () => {
    await showRail(["getQueuedEvents"], { getQueuedEvents: queueOf(() => [waiting("2026-03-02T08:49:00Z", 4)]) });
    await until(() => expect(findAll("button", "Zustellungen: 1 steht")).toHaveLength(1));
  });

  it.each([
    ["has waited for nine minutes", waiting("2026-03-02T08:51:00Z", 4)],
    ["has not been tried yet", waiting("2026-03-02T08:00:00Z", 0)],
  ])("the rail counts no queue whose oldest event %s", async (_, event) => {
    await showRail(["getQueuedEvents"], { getQueuedEvents: queueOf(() => [event]) });
    await until(() =>
      expect(queryClient.getQueriesData({ queryKey: ["deliveries"] }).map(([, count]) => count)).toContain(0),
    );
    expect(findAll("button", "Zustellungen")).toHaveLength(1);
  });
});
