import { afterEach, describe, expect, it } from "vitest";
import { actAndRender, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { changesDelayedSinceStore, liveStreamStateStore } from "../stream-state.ts";
import { BoardOutdatedNote } from "./board-age.tsx";

afterEach(() => {
  liveStreamStateStore.set("connecting");
  changesDelayedSinceStore.set(null);
});

describe("the age of the board", () => {
  it("the board shows since when changes have been delayed on the server, and no age while none are", async () => {
    liveStreamStateStore.set("live");
    await mountComponent(<BoardOutdatedNote />);
    expect(pageText()).toBe("");
    await actAndRender(() => changesDelayedSinceStore.set("2026-11-21T09:04:00Z"));
    await waitUntil(() => expect(pageText()).toBe("Stand 10:04, verzögert"));
    await actAndRender(() => changesDelayedSinceStore.set(null));
    await waitUntil(() => expect(pageText()).toBe(""));
  });

  it.each(["lost", "refused"] as const)(
    "the board shows its age and that it is not live while its stream is %s",
    async (state) => {
      liveStreamStateStore.set("live");
      await mountComponent(<BoardOutdatedNote />);
      await actAndRender(() => liveStreamStateStore.set(state));
      await waitUntil(() => expect(pageText()).toMatch(/^Stand \d\d:\d\d, nicht live$/));
    },
  );
});
