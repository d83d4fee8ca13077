import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import { restoreLiveStream } from "./cut-stream";
import { carryOutAction, anOpenCase, changeCaseFields } from "./tours-testkit";
import { DisconnectedBoard } from "./disconnected-board";

const originPoint = { x: 0, y: 0 };

describe.skipIf(!hasChromium)("a board without events of others' changes (needs /usr/bin/chromium)", () => {
  let board: DisconnectedBoard;
  beforeAll(async () => {
    board = await DisconnectedBoard.open();
  });
  afterAll(() => board.close());

  it("a board that is not live says so beside every action, until it is live again", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Aus alter Zeit");
    await board.give((await anOpenCase(board.colleague, "Schon unterwegs")).id, board.mine);
    const suggestion = (page: Page) => page.getByRole("button", { name: `${board.mine.plate} zuweisen` });
    const path = `/?case=${dispatchCase.id}&q=Aus+alter+Zeit`;
    const page = await board.lookThenCut(path, (opened) => suggestion(opened).waitFor());
    const ages = (part: Locator) => part.getByText(/^Stand \d\d:\d\d, nicht live$/);
    const inspector = page.getByRole("complementary", { name: "Einzelheiten" });
    // Beside the suggestions, and beside the actions on the case as a whole.
    await expectEventually(() => ages(inspector).count()).toBe(2);
    await page.getByRole("listbox", { name: "Liste der Fälle" }).focus();
    await page.keyboard.press("Control+a");
    const queue = page.getByRole("region", { name: "Fälle" });
    await ages(queue).waitFor();
    await page.getByRole("button", { name: "Zuweisen", exact: true }).click();
    await ages(queue).waitFor();
    await page.keyboard.press("Escape");
    const bar = page.locator("[data-bar]").filter({ hasText: "Schon unterwegs" });
    await bar.hover();
    await page.mouse.down();
    const { x, y } = (await bar.boundingBox()) ?? originPoint;
    await page.mouse.move(x + 200, y + 60, { steps: 4 });
    await page.getByText(/ · Stand \d\d:\d\d, nicht live · /).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await restoreLiveStream(page);
    await page.getByText("Live", { exact: true }).waitFor();
    await expectEventually(() => ages(page.locator("body")).count()).toBe(0);
    await page.close();
  });

  it("a dispatcher whose assignment clashes takes the case over, so that only one tour has it", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Wird übernommen");
    const page = await board.pressSuggestion(dispatchCase);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page
      .getByText(`${dispatchCase.natural_id} ist von ${board.theirs.plate} auf ${board.mine.plate} übernommen.`)
      .waitFor();
    expect(await board.platesOf(dispatchCase.id)).toEqual([board.mine.plate]);
    await board.dialogOn(page).waitFor({ state: "hidden" });
    await page.close();
  });

  it("a dispatcher whose assignment clashes sends a second crew after a confirmation", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Braucht zwei");
    const page = await board.pressSuggestion(dispatchCase);
    await board
      .dialogOn(page)
      .getByRole("button", { name: `${board.mine.plate} als zweite Besatzung schicken` })
      .click();
    await page.getByText(`${dispatchCase.natural_id} ist ${board.mine.plate} zugewiesen.`).waitFor();
    expect(new Set(await board.platesOf(dispatchCase.id))).toEqual(new Set([board.mine.plate, board.theirs.plate]));
    await page.close();
  });

  it("undoing an assignment does not take the case from a crew that has accepted it meanwhile", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Ist schon angenommen");
    const button = (page: Page) => page.getByRole("button", { name: `${board.mine.plate} zuweisen` });
    const page = await board.lookThenCut(`/?case=${dispatchCase.id}`, (opened) => button(opened).waitFor());
    await button(page).click();
    const undo = page.getByRole("button", { name: "Rückgängig" });
    await undo.waitFor();
    await carryOutAction(board.colleague, dispatchCase.id, { action: "ACCEPT", tour_id: board.mine.id });
    await undo.click();
    const dialog = page.getByRole("dialog", { name: "Inzwischen geändert" });
    await dialog.getByText(/bei .* \(Angenommen\)/).waitFor();
    await dialog.getByRole("button", { name: "Verstanden" }).click();
    expect(await board.platesOf(dispatchCase.id)).toEqual([board.mine.plate]);
    await page.close();
  });

  it("moving a case on an outdated timeline works, and can be undone, although another dispatcher has written a note", async () => {
    const dispatchCase = await anOpenCase(board.colleague, "Mit einer Notiz");
    await board.give(dispatchCase.id, board.mine);
    const bar = (page: Page) => page.locator("[data-bar]").filter({ hasText: "Mit einer Notiz" });
    const page = await board.lookThenCut("/", (opened) => bar(opened).waitFor());
    await changeCaseFields(board.colleague, dispatchCase.id, { description: "Zweiter Stock, kein Lift" });
    await bar(page).focus();
    for (const key of ["m", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    const question = page.getByRole("dialog", { name: /umdisponieren$/ });
    await question.getByText(/^Stand \d\d:\d\d, nicht live$/).waitFor();
    await changeCaseFields(board.colleague, dispatchCase.id, { description: "Erster Stock" });
    await question.getByRole("button", { name: "Umdisponieren" }).click();
    await expectEventually(() => board.platesOf(dispatchCase.id)).toEqual([board.theirs.plate]);
    await page
      .getByRole("alert")
      .filter({ hasText: "ist jetzt bei" })
      .getByRole("button", { name: "Rückgängig" })
      .click();
    await expectEventually(() => board.platesOf(dispatchCase.id)).toEqual([board.mine.plate]);
    await page.close();
  });
});
