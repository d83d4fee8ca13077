import { expect, it } from "vitest";
import { liveStreamStateStore, markStreamMessageReceived } from "#live/stream-state.ts";
import { actAndRender, mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { LiveIndicator } from "./live-indicator.tsx";

it("the console says on which day it lost its connection unless that is today", async () => {
  setFakeSystemTime("2026-11-21T21:10:00Z");
  markStreamMessageReceived();
  liveStreamStateStore.set("lost");
  await mountComponent(<LiveIndicator />);
  expect(findByRole("status").textContent).toBe("Verbindung verloren, Stand 22:10");
  await actAndRender(() => setFakeSystemTime("2026-11-22T05:00:00Z"));
  expect(findByRole("status").textContent).toBe("Verbindung verloren, Stand 21.11., 22:10");
});

it("the console says that the user may not see the board, instead of a lost connection", async () => {
  liveStreamStateStore.set("forbidden");
  await mountComponent(<LiveIndicator />);
  expect(findByRole("status").textContent).toBe("Kein Zugriff auf die Disposition");
});
