import { describe, expect, it } from "vitest";
import { aQueuedEvent, aWebhook, createQueuedEventsAnswer } from "#features/deliveries/deliveries-testkit.tsx";
import { queryClient } from "#shared/api/api.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { readBoardView } from "#shared/state/board-view.ts";
import { mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { NavigationRail } from "./rail.tsx";

type ServerAnswers = Parameters<typeof stubApiFetch>[0];

async function renderRail(grants: string[], answers: ServerAnswers = {}) {
  setFakeSystemTime("2026-03-02T09:00:00Z");
  const me = aDispatcher({ grants, type: "ROADSIDE_ASSISTANCE" });
  stubApiFetch({
    getUserInfo: () => me,
    getWebhooks: () => [],
    getQueuedEvents: createQueuedEventsAnswer(() => []),
    ...answers,
  });
  const ignore = () => undefined;
  await mountComponent(
    <NavigationRail unread={0} layer={null} onLayer={ignore} view={readBoardView({})} onView={ignore} />,
  );
  await waitUntil(() => expect(queryClient.getQueryData(["me"])).toBeDefined());
}
const aWaitingEvent = (created_at: string, attempts: number) =>
  aQueuedEvent(1, { status: "CREATED", attempts, created_at });

describe("the rail", () => {
  it("the console's navigation rail has no entry for deliveries for a user without the grants to see them", async () => {
    await renderRail(["getCases"]);
    expect(findAllByRole("button", /Zustellungen/)).toEqual([]);
  });

  it("the console's navigation rail counts webhooks that were switched off automatically, and events that failed", async () => {
    await renderRail(["getWebhooks", "getQueuedEvents"], {
      getWebhooks: () => [
        aWebhook(),
        aWebhook({ active: false }),
        aWebhook({ active: false, disabled_reason: "FAILING" }),
      ],
      getQueuedEvents: createQueuedEventsAnswer(() => [
        aQueuedEvent(1),
        aQueuedEvent(2, { status: "FAILED" }),
        aQueuedEvent(3, { status: "SKIPPED" }),
      ]),
    });
    await waitUntil(() => expect(findByRole("button", "Zustellungen: 3 stehen").textContent).toBe("3"));
  });

  it("the console's navigation rail counts a partner's queue whose oldest event has been tried for more than ten minutes", async () => {
    await renderRail(["getQueuedEvents"], {
      getQueuedEvents: createQueuedEventsAnswer(() => [aWaitingEvent("2026-03-02T08:49:00Z", 4)]),
    });
    await waitUntil(() => expect(findAllByRole("button", "Zustellungen: 1 steht")).toHaveLength(1));
  });

  it.each([
    ["has waited for nine minutes", aWaitingEvent("2026-03-02T08:51:00Z", 4)],
    ["has not been tried yet", aWaitingEvent("2026-03-02T08:00:00Z", 0)],
  ])("the console's navigation rail does not count a partner's queue whose oldest event %s", async (_, event) => {
    await renderRail(["getQueuedEvents"], { getQueuedEvents: createQueuedEventsAnswer(() => [event]) });
    await waitUntil(() =>
      expect(queryClient.getQueriesData({ queryKey: ["deliveries"] }).map(([, count]) => count)).toContain(0),
    );
    expect(findAllByRole("button", "Zustellungen")).toHaveLength(1);
  });
});
