import { followEvents, type StreamMessage } from "@leitstand/client/event-stream";
import { describe, expect, it } from "vitest";
import { type Session, startApi } from "../../testing/start-api";

describe("the live stream", () => {
  const api = startApi();
  const follow = (session: Session, lastEventId?: string) => {
    const stop = new AbortController();
    const events = followEvents({
      baseUrl: api.url,
      token: () => session.session.token,
      lastEventId,
      signal: stop.signal,
      firstWaitMs: 20,
    });
    return { events, stop: () => stop.abort() };
  };
  const next = async (events: AsyncGenerator<StreamMessage>) => (await events.next()).value as StreamMessage;

  it("says what happened after the snapshot, however late it is asked", async () => {
    const dispatcher = await api.signIn("getDashboard", "getAreas", "createArea", "updateAreaWaitingTime");
    const area = await dispatcher.createArea({ title: "Graz", zip_ranges: [] });
    const { cursor, areas } = await dispatcher.getDashboard();
    expect(areas).toMatchObject([{ area_id: area.id, waiting_minutes: null }]);
    await dispatcher.updateAreaWaitingTime({ id: area.id, waiting_minutes: 25 });
    const { events, stop } = follow(dispatcher, cursor);
    const event = await next(events);
    expect(event).toMatchObject({ type: "area waiting time", data: { area_id: area.id, waiting_minutes: 25 } });
    expect(event.id).toMatch(/^\d+-\d+$/);
    stop();
  });
});
