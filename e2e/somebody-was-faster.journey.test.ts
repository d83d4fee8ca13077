import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import { carryOutAction, anOpenCase, changeCaseFields } from "./tours-testkit";
import { DisconnectedBoard } from "./disconnected-board";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("a board without events of others' changes (needs /usr/bin/chromium)", () => {
  let board: DisconnectedBoard;
  beforeAll(async () => {
    board = await DisconnectedBoard.open();
  });
  afterAll(() => board.close());

  it("an outdated board does not assign a case to a second tour, and says which crew has it since when", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Bleibt beim Schnelleren");
    const page = await board.pressSuggestion(dispatchCase);
    await board.dialogOn(page).getByText(board.heldBy(board.theirs)).waitFor();
    await board.dialogOn(page).getByText(`${board.mine.plate} hat den Fall nicht bekommen.`).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await board.dialogOn(page).waitFor({ state: "hidden" });
    // The pressed button is gone; the focus goes to the next place.
    await expectEventually(() => page.locator(":focus").innerText()).toBe("Weitere Tour zuweisen");
    expect(await board.platesOf(dispatchCase.id)).toEqual([board.theirs.plate]);
    await page.getByRole("complementary").getByText(board.theirs.plate).first().waitFor();
    await page.close();
  });

  it("assigning many cases on an outdated board lists those that another dispatcher has already assigned", async () => {
    const names = ["Sammelfall eins", "Sammelfall zwei", "Sammelfall drei"];
    const dispatchCases = await Promise.all(names.map((text) => anOpenCase(board.colleague, text)));
    const [taken, ...free] = dispatchCases;
    const page = await board.lookThenCut("/?q=Sammelfall", (opened) =>
      opened.getByText("Sammelfall drei").first().waitFor(),
    );
    await board.give(taken?.id ?? "");
    // A note changes nothing that matters for an assignment.
    await changeCaseFields(board.colleague, free[0]?.id ?? "", { description: "Zweiter Stock, kein Lift" });
    await page.getByRole("listbox", { name: "Liste der Fälle" }).focus();
    await page.keyboard.press("Control+a");
    await page.getByText("3 ausgewählt").waitFor();
    await page.getByRole("button", { name: "Zuweisen", exact: true }).click();
    await page.getByRole("combobox", { name: "Tour" }).fill(board.mine.plate);
    await page.keyboard.press("Enter");
    const done = page.getByText(/^[23] Fälle sind .* zugewiesen\.$/);
    await done.waitFor();
    expect(await board.platesOf(taken?.id ?? "")).toEqual([board.theirs.plate]);
    await page.getByText("2 erledigt, 1 fehlgeschlagen").waitFor();
    await page.getByRole("list", { name: "Was fehlgeschlagen ist" }).getByText(board.heldBy(board.theirs)).waitFor();
    for (const { id } of free) expect(await board.platesOf(id)).toEqual([board.mine.plate]);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    for (const { id } of free) await expectEventually(() => board.platesOf(id)).toEqual([]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Diesen Fall entscheiden" }).click();
    await board.dialogOn(page).getByText(board.heldBy(board.theirs)).waitFor();
    await board.dialogOn(page).getByRole("button", { name: "So lassen" }).click();
    expect(await board.platesOf(taken?.id ?? "")).toEqual([board.theirs.plate]);
    await page.close();
  });

  it("dragging a case on an outdated board assigns no second tour, and offers no takeover of a loaded case", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Zieht jemand anderem weg");
    const card = (page: Page) => page.getByRole("option").filter({ hasText: "Zieht jemand" });
    const page = await board.lookThenCut("/?q=Zieht", (opened) => card(opened).waitFor());
    await board.give(dispatchCase.id);
    await carryOutAction(board.colleague, dispatchCase.id, { action: "START", tour_id: board.theirs.id });
    const { todos } = await board.colleague.api.getCase({ id: dispatchCase.id });
    const payload = {
      identity_confirmed: true,
      belongings_confirmed: true,
      todos: todos?.pickup.map(({ id }) => id) ?? [],
    };
    await carryOutAction(board.colleague, dispatchCase.id, { action: "LOAD", tour_id: board.theirs.id, payload });
    const row = page.getByRole("row").filter({ hasText: board.mine.plate });
    await row.scrollIntoViewIfNeeded();
    const place = await row.boundingBox();
    await card(page).dragTo(row, { targetPosition: { x: 600, y: (place?.height ?? 0) / 2 } });
    await board.answerOn(page).waitFor();
    expect(await board.platesOf(dispatchCase.id)).toEqual([board.theirs.plate]);
    await board.dialogOn(page).getByText(board.heldBy(board.theirs)).waitFor();
    await board.dialogOn(page).getByText(`${board.theirs.plate} hat schon geladen`).waitFor();
    expect(
      await board
        .dialogOn(page)
        .getByRole("button", { name: /übernehmen/ })
        .count(),
    ).toBe(0);
    expect(await board.platesOf(dispatchCase.id)).toEqual([board.theirs.plate]);
    await page.close();
  });

  it("an outdated board does not move the bar of a case that has left its tour, and says which crew has it", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Ist längst woanders");
    await board.give(dispatchCase.id, board.mine);
    const bar = (page: Page) => page.locator("[data-bar]").filter({ hasText: "woanders" });
    const page = await board.lookThenCut("/", (opened) => bar(opened).waitFor());
    const { lock_version } = await board.colleague.api.getCase({ id: dispatchCase.id });
    const move = { from_tour_id: board.mine.id, to_tour_id: board.theirs.id, lock_version };
    await board.colleague.api.reassignCase({ id: dispatchCase.id, ...move });
    await bar(page).focus();
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await board.dialogOn(page).getByText(board.heldBy(board.theirs)).waitFor();
    await expectEventually(() => board.platesOf(dispatchCase.id)).toEqual([board.theirs.plate]);
    await page.close();
  });
});
