import type { Store } from "@leitstand/app/store";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import frame from "../../../messages/de/frame.json";
import { newVersion } from "#shared/update.ts";
import { db } from "#work/phone.ts";
import { planned, refused, unsent } from "#work/unsent.ts";
import { UpdateLine } from "./update-line.tsx";

let root: Root;
let stored: number;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // There is no database without a browser; each test says how many entries are unsent.
  vi.spyOn(db.outbox, "filter").mockReturnValue({ count: async () => stored } as never);
  vi.spyOn(db.photos, "filter").mockReturnValue({ count: async () => 0 } as never);
  newVersion.set({ state: "installed" } as ServiceWorker);
  root = createRoot(document.body.appendChild(document.createElement("ul")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each<[string, Store<number>]>([
  ["unsent entry", unsent],
  ["planned entry", planned],
  ["refused entry", refused],
])("the sheet offers a new version as soon as the last %s is gone", async (_, count) => {
  stored = 1;
  count.set(1);
  await act(async () =>
    root.render(
      <IntlProvider locale="de" messages={{ frame }}>
        <UpdateLine />
      </IntlProvider>,
    ),
  );
  expect(document.querySelector("button")).toBeNull();
  stored = 0;
  await act(async () => count.set(0));
  expect(document.querySelector("button")?.textContent).toContain(frame.update_now);
});
