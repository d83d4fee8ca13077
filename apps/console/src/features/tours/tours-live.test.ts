// @vitest-environment happy-dom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { queryClient } from "#shared/api/api.ts";
import { toursKey } from "./tour-data.ts";
import { useLiveTours } from "./tours-live.ts";

const Timeline = ({ days }: { readonly days: number }) => {
  useLiveTours({ day: "2026-03-02", days });
  return null;
};

it("asks anew for days that were left: what happened meanwhile was heard by nobody", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const keys = [toursKey("2026-03-02", 1), toursKey("2026-03-02", 3)] as const;
  for (const key of keys) queryClient.setQueryData(key, []);
  const isStale = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(Timeline, { days: 1 })));
  expect(isStale()).toEqual([false, false]);
  await act(async () => root.render(createElement(Timeline, { days: 3 })));
  expect(isStale()).toEqual([true, false]);
  await act(async () => root.unmount());
  expect(isStale()).toEqual([true, true]);
});
