import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { CriticalMessage } from "@leitstand/contract/board/messages";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aBoardSnapshot } from "#live/board.fixture.ts";
import { liveStreamStateStore } from "#live/stream-state.ts";
import { createBoardFollower, type StubStream, stubLiveStream } from "#live/stream-testkit.ts";
import { queryClient } from "#shared/api/api.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { actAndRender, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findAllByRole } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { MessagesPanel } from "./messages-panel.tsx";
import { receivedMessagesQuery } from "./messages.queries.ts";

const example = exampleOfSchema(CriticalMessage);
const message = { ...example, acknowledged: false, acknowledged_at: null, acknowledged_by: null };
const { id: message_id, kind, title, body, tour_id, case_id } = message;
const event: StreamEvent = {
  type: "critical message",
  timestamp: "2026-03-02T08:16:00Z",
  data: { message_id, kind, title, body, tour_id, case_id, acknowledged: false },
};

const openPanel = async () => {
  await mountComponent(<MessagesPanel isOpen onClose={() => undefined} onView={() => undefined} />);
  await waitUntil(() => expect(document.querySelector("aside")).not.toBeNull());
};
const listedMessages = () => findAllByRole("listitem").filter(({ textContent }) => textContent?.includes(title));
const passSeconds = (seconds: number) => actAndRender(() => vi.advanceTimersByTimeAsync(1_000 * seconds));

describe("the list of received messages", () => {
  const followBoard = createBoardFollower();
  let sent: (typeof message)[];
  let answerList: () => Promise<typeof sent>;
  let stream: StubStream;
  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    answerList = () => Promise.resolve(sent);
    stubApiFetch({
      getUserInfo: () => aDispatcher({ grants: ["getCriticalMessages"] }),
      getDashboard: () => aBoardSnapshot({ tours: [], vehicle_ids: [] }),
      getLocations: () => [],
      getCriticalMessages: ({ query }) => (query.has("acknowledged") ? sent : answerList()),
    });
    stream = stubLiveStream();
  });
  const openPanelWithStream = async () => {
    followBoard();
    await waitUntil(() => expect(liveStreamStateStore.get()).toBe("live"));
    await openPanel();
    await passSeconds(1);
  };

  it("an open list shows a message as soon as the stream tells of it", async () => {
    await openPanelWithStream();
    expect(listedMessages()).toEqual([]);
    sent = [message];
    stream.send(event, "2-a");
    await passSeconds(1);
    expect(listedMessages()).toHaveLength(1);
  });

  it("an open list shows a message of which the stream tells while the list is being read", async () => {
    let answerOld: () => void = () => undefined;
    await openPanelWithStream();
    answerList = () => new Promise((resolve) => (answerOld = () => resolve([])));
    void queryClient.invalidateQueries({ queryKey: receivedMessagesQuery.queryKey });
    await passSeconds(1);
    answerList = () => Promise.resolve(sent);
    sent = [message];
    stream.send(event, "2-a");
    await passSeconds(1);
    answerOld();
    await passSeconds(1);
    expect(listedMessages()).toHaveLength(1);
  });

  it("an open list of a page without a stream shows a message as soon as it is announced", async () => {
    await openPanel();
    sent = [message];
    await passSeconds(6);
    expect(listedMessages()).toHaveLength(1);
  });

  it("a list that is opened again has the messages that have come since it was last read", async () => {
    queryClient.setQueryData(receivedMessagesQuery.queryKey, []);
    sent = [message];
    await openPanel();
    await passSeconds(1);
    expect(listedMessages()).toHaveLength(1);
  });
});
