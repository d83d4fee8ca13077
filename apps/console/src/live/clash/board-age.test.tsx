import { afterEach, describe, expect, it } from "vitest";
import { actAndRender, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { delayedSince, liveState } from "../stream-state.ts";
import { BoardAge } from "./board-age.tsx";

afterEach(() => {
  liveState.set("connecting");
  delayedSince.set(null);
});

describe("the age of the board", () => {
  it("the board shows since when changes have been delayed on the server, and no age while none are", async () => {
    liveState.set("live");
    await mountComponent(<BoardAge />);
    expect(pageText()).toBe("");
    await actAndRender(() => delayedSince.set("2026-11-21T09:04:00Z"));
    await waitUntil(() => expect(pageText()).toBe("Stand 10:04, verzögert"));
    await actAndRender(() => delayedSince.set(null));
    await waitUntil(() => expect(pageText()).toBe(""));
  });

  it.each(["lost", "refused"] as const)(
    "the board shows its age and that it is not live while its stream is %s",
    async (state) => {
      liveState.set("live");
      await mountComponent(<BoardAge />);
      await actAndRender(() => liveState.set(state));
      await waitUntil(() => expect(pageText()).toMatch(/^Stand \d\d:\d\d, nicht live$/));
    },
  );
});
