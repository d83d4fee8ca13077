import { expect, it } from "vitest";
import { actAndRender, mountComponent, waitUntil } from "../testing/mount-testkit.tsx";
import { findByRole } from "../testing/screen-testkit.ts";
import { showUndoToast } from "./toasts.tsx";

it("a step is undone once, although its button is pressed again while the toast fades", async () => {
  let undone = 0;
  await mountComponent(null);
  await actAndRender(() => showUndoToast("Tour gelöscht", { undo: () => (undone += 1), label: "Rückgängig" }));
  const button = await waitUntil(() => findByRole("button", "Rückgängig"));
  await actAndRender(() => {
    button.click();
    button.click();
  });
  expect(undone).toBe(1);
});
