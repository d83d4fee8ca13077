import type { Store } from "@leitstand/app/store";
import { act, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import device from "../../../messages/de/device.json";
import frame from "../../../messages/de/frame.json";
import outbox from "../../../messages/de/outbox.json";
import photos from "../../../messages/de/photos.json";
import shiftTexts from "../../../messages/de/shift.json";
import { anActionEntry } from "#outbox/row.fixture.ts";
import { hasWriteFailed } from "#work/log/written.ts";
import { shiftStore } from "#work/shift.ts";
import { isStorageShort } from "#work/space.ts";
import { OldestUnreadMessage } from "../message-card.tsx";
import { TapNotStoredNotice } from "./not-written-notice.tsx";
import { RefusedEntriesNotice } from "./refused-notice.tsx";
import { LowStorageNotice } from "./space-notice.tsx";

const testTexts = { device, frame, outbox, photos, shift: shiftTexts };
const shiftBefore = shiftStore.get();
const aMessage = {
  id: "3f0a2f64-90f5-4b7c-8f34-0c2f1f6c9001",
  title: "A9 gesperrt",
  body: "",
  created_at: "2026-03-02T08:00:00Z",
  sent_by_name: null,
};

/** Notices above a list or beside a step, and the event that shows each. */
const noticeComponents: readonly {
  readonly name: string;
  readonly Notice: ComponentType;
  readonly come: () => void;
}[] = [
  {
    name: "a message of the dispatcher",
    Notice: OldestUnreadMessage,
    come: () => shiftStore.set({ ...shiftBefore, messages: [aMessage as (typeof shiftBefore.messages)[number]] }),
  },
  {
    name: "what the server refused",
    Notice: RefusedEntriesNotice,
    come: () => shiftStore.set({ ...shiftBefore, entries: [anActionEntry(1, "START", { status: "refused" })] }),
  },
  { name: "what could not be written down", Notice: TapNotStoredNotice, come: () => setTrue(hasWriteFailed) },
  { name: "the space that is short", Notice: LowStorageNotice, come: () => setTrue(isStorageShort) },
];
const setTrue = (store: Store<boolean>) => store.set(true);

describe("notices under a finger", () => {
  let root: Root;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    root = createRoot(document.body.appendChild(document.createElement("div")));
  });
  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
    shiftStore.set(shiftBefore);
    for (const store of [hasWriteFailed, isStorageShort]) store.set(false);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const isShown = () => document.querySelector("[role=alert], [role=status]") !== null;
  const tell = (type: string) => act(() => void window.dispatchEvent(new Event(type)));

  it.each(noticeComponents)(
    "a notice that would move the screen is not shown before the finger is lifted: $name",
    ({ Notice, come }) => {
      act(() =>
        root.render(
          <IntlProvider locale="de" messages={testTexts} timeZone="Europe/Vienna">
            <Notice />
          </IntlProvider>,
        ),
      );
      tell("pointerdown");
      act(come);
      expect(isShown()).toBe(false);
      tell("pointerup");
      tell("click");
      act(() => void vi.advanceTimersByTime(0));
      expect(isShown()).toBe(true);
    },
  );
});
