import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { type Colleague, type OpenedConsole, eventually, findAxeFaults, openConsole } from "./console-testkit";
import { cutStream, keepStreamCuttable, mendStream } from "./cut-stream";
import { act, anOpenCase, aRunningTour, changeCase, type RunningTour } from "./tours-testkit";

const nowhere = { x: 0, y: 0 };

describe.skipIf(!hasBrowser)("a board that does not hear what others do (needs /usr/bin/chromium)", () => {
  let desk: OpenedConsole;
  let me: Colleague;
  let colleague: Colleague;
  let mine: RunningTour;
  let theirs: RunningTour;
  let name: string;
  beforeAll(async () => {
    desk = await openConsole();
    [me, colleague] = [await desk.signIn("bestattung"), await desk.signIn("bestattung", "dispo2")];
    [mine, theirs] = [await aRunningTour(colleague, 0), await aRunningTour(colleague, 1)];
    const { user } = await colleague.api.getUserInfo();
    name = `${user?.firstname} ${user?.lastname}`;
  });
  afterAll(() => desk.close());

  const platesOf = async (id: string) => {
    const { tour_case_states = [] } = await colleague.api.getCase({ id });
    const plates = new Map([mine, theirs].map((tour) => [tour.id, tour.plate]));
    return tour_case_states.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => plates.get(tour_id));
  };
  const give = (id: string, tour = theirs) => act(colleague, id, { action: "ASSIGN", tour_id: tour.id });
  const dialogOn = (page: Page) => page.getByRole("dialog", { name: "Jemand war schneller" });
  /** What a press comes to: a question, or the word that it was done. */
  const answerOn = (page: Page) =>
    dialogOn(page)
      .or(page.getByText(/ist .* zugewiesen\.$/))
      .first();
  const heldBy = ({ plate }: RunningTour) =>
    new RegExp(`seit \\d\\d:\\d\\d bei ${plate}( \\(.*\\))?, zugewiesen von ${name}\\.`);

  /** A page that shows some cases and hears nothing any more. */
  async function lookThenCut(path: string, shown: (page: Page) => Promise<unknown>) {
    const page = await desk.look(me, { path, prepare: keepStreamCuttable });
    await page.getByText("Live", { exact: true }).waitFor();
    await shown(page);
    await cutStream(page);
    await page.getByText(/^Verbindung verloren, Stand/).waitFor();
    return page;
  }
  /** A case that a colleague gives away behind the back of whoever looks at its suggestions. */
  async function pressSuggestion(job: { readonly id: string }) {
    const button = (page: Page) => page.getByRole("button", { name: `${mine.plate} zuweisen` });
    const page = await lookThenCut(`/?case=${job.id}`, (opened) => button(opened).waitFor());
    await give(job.id);
    await button(page).click();
    await answerOn(page).waitFor();
    expect(await platesOf(job.id)).toEqual([theirs.plate]);
    return page;
  }

  it("says wherever one can act that it is not live, and no longer once it is", async () => {
    const job = await anOpenCase(colleague, "Aus alter Zeit");
    await give((await anOpenCase(colleague, "Schon unterwegs")).id, mine);
    const suggestion = (page: Page) => page.getByRole("button", { name: `${mine.plate} zuweisen` });
    const path = `/?case=${job.id}&q=Aus+alter+Zeit`;
    const page = await lookThenCut(path, (opened) => suggestion(opened).waitFor());
    const ages = (part: Locator) => part.getByText(/^Stand \d\d:\d\d, nicht live$/);
    const inspector = page.getByRole("complementary", { name: "Einzelheiten" });
    // The suggestions, and what can be done with the case as a whole.
    await eventually(() => ages(inspector).count()).toBe(2);
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
    const { x, y } = (await bar.boundingBox()) ?? nowhere;
    await page.mouse.move(x + 200, y + 60, { steps: 4 });
    await page.getByText(/ · Stand \d\d:\d\d, nicht live · /).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await mendStream(page);
    await page.getByText("Live", { exact: true }).waitFor();
    await eventually(() => ages(page.locator("body")).count()).toBe(0);
    await page.close();
  });

  it("assigns nothing to a second tour, says who has the case since when, and leaves it there", async () => {
    const job = await anOpenCase(colleague, "Bleibt beim Schnelleren");
    const page = await pressSuggestion(job);
    await dialogOn(page).getByText(heldBy(theirs)).waitFor();
    await dialogOn(page).getByText(`${mine.plate} hat den Fall nicht bekommen.`).waitFor();
    expect(await findAxeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialogOn(page).waitFor({ state: "hidden" });
    // The button that was pressed is gone; the keyboard goes on where it was.
    await eventually(() => page.locator(":focus").innerText()).toBe("Weitere Tour zuweisen");
    expect(await platesOf(job.id)).toEqual([theirs.plate]);
    await page.getByRole("complementary").getByText(theirs.plate).first().waitFor();
    await page.close();
  });

  it("takes the case over on purpose, so that one tour alone has it", async () => {
    const job = await anOpenCase(colleague, "Wird übernommen");
    const page = await pressSuggestion(job);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(`${job.natural_id} ist von ${theirs.plate} auf ${mine.plate} übernommen.`).waitFor();
    expect(await platesOf(job.id)).toEqual([mine.plate]);
    await dialogOn(page).waitFor({ state: "hidden" });
    await page.close();
  });

  it("sends a second crew on purpose", async () => {
    const job = await anOpenCase(colleague, "Braucht zwei");
    const page = await pressSuggestion(job);
    await dialogOn(page)
      .getByRole("button", { name: `${mine.plate} als zweite Besatzung schicken` })
      .click();
    await page.getByText(`${job.natural_id} ist ${mine.plate} zugewiesen.`).waitFor();
    expect(new Set(await platesOf(job.id))).toEqual(new Set([mine.plate, theirs.plate]));
    await page.close();
  });

  it("assigns many, and names those that others were faster with instead of doing them", async () => {
    const names = ["Sammelfall eins", "Sammelfall zwei", "Sammelfall drei"];
    const jobs = await Promise.all(names.map((text) => anOpenCase(colleague, text)));
    const [taken, ...free] = jobs;
    const page = await lookThenCut("/?q=Sammelfall", (opened) => opened.getByText("Sammelfall drei").first().waitFor());
    await give(taken?.id ?? "");
    // A note decides nothing.
    await changeCase(colleague, free[0]?.id ?? "", { description: "Zweiter Stock, kein Lift" });
    await page.getByRole("listbox", { name: "Liste der Fälle" }).focus();
    await page.keyboard.press("Control+a");
    await page.getByText("3 ausgewählt").waitFor();
    await page.getByRole("button", { name: "Zuweisen", exact: true }).click();
    await page.getByRole("combobox", { name: "Tour" }).fill(mine.plate);
    await page.keyboard.press("Enter");
    const done = page.getByText(/^[23] Fälle sind .* zugewiesen\.$/);
    await done.waitFor();
    expect(await platesOf(taken?.id ?? "")).toEqual([theirs.plate]);
    await page.getByText("2 erledigt, 1 fehlgeschlagen").waitFor();
    await page.getByRole("list", { name: "Was fehlgeschlagen ist" }).getByText(heldBy(theirs)).waitFor();
    for (const { id } of free) expect(await platesOf(id)).toEqual([mine.plate]);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    for (const { id } of free) await eventually(() => platesOf(id)).toEqual([]);
    expect(await findAxeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Diesen Fall entscheiden" }).click();
    await dialogOn(page).getByText(heldBy(theirs)).waitFor();
    await dialogOn(page).getByRole("button", { name: "So lassen" }).click();
    expect(await platesOf(taken?.id ?? "")).toEqual([theirs.plate]);
    await page.close();
  });

  it("drops a case of the queue on no second tour, and offers no way to take what is loaded", async () => {
    const job = await anOpenCase(colleague, "Zieht jemand anderem weg");
    const card = (page: Page) => page.getByRole("option").filter({ hasText: "Zieht jemand" });
    const page = await lookThenCut("/?q=Zieht", (opened) => card(opened).waitFor());
    await give(job.id);
    await act(colleague, job.id, { action: "START", tour_id: theirs.id });
    const { todos } = await colleague.api.getCase({ id: job.id });
    const payload = {
      identity_confirmed: true,
      belongings_confirmed: true,
      todos: todos?.pickup.map(({ id }) => id) ?? [],
    };
    await act(colleague, job.id, { action: "LOAD", tour_id: theirs.id, payload });
    const row = page.getByRole("row").filter({ hasText: mine.plate });
    await row.scrollIntoViewIfNeeded();
    const place = await row.boundingBox();
    await card(page).dragTo(row, { targetPosition: { x: 600, y: (place?.height ?? 0) / 2 } });
    await answerOn(page).waitFor();
    expect(await platesOf(job.id)).toEqual([theirs.plate]);
    await dialogOn(page).getByText(heldBy(theirs)).waitFor();
    await dialogOn(page).getByText(`${theirs.plate} hat schon geladen`).waitFor();
    expect(
      await dialogOn(page)
        .getByRole("button", { name: /übernehmen/ })
        .count(),
    ).toBe(0);
    expect(await platesOf(job.id)).toEqual([theirs.plate]);
    await page.close();
  });

  it("takes an assignment back from no crew that has accepted it in the meantime", async () => {
    const job = await anOpenCase(colleague, "Ist schon angenommen");
    const button = (page: Page) => page.getByRole("button", { name: `${mine.plate} zuweisen` });
    const page = await lookThenCut(`/?case=${job.id}`, (opened) => button(opened).waitFor());
    await button(page).click();
    const undo = page.getByRole("button", { name: "Rückgängig" });
    await undo.waitFor();
    await act(colleague, job.id, { action: "ACCEPT", tour_id: mine.id });
    await undo.click();
    const dialog = page.getByRole("dialog", { name: "Inzwischen geändert" });
    await dialog.getByText(/bei .* \(Angenommen\)/).waitFor();
    await dialog.getByRole("button", { name: "Verstanden" }).click();
    expect(await platesOf(job.id)).toEqual([mine.plate]);
    await page.close();
  });

  it("moves a bar although somebody has written a note in the meantime, and takes that back", async () => {
    const job = await anOpenCase(colleague, "Mit einer Notiz");
    await give(job.id, mine);
    const bar = (page: Page) => page.locator("[data-bar]").filter({ hasText: "Mit einer Notiz" });
    const page = await lookThenCut("/", (opened) => bar(opened).waitFor());
    await changeCase(colleague, job.id, { description: "Zweiter Stock, kein Lift" });
    await bar(page).focus();
    for (const key of ["m", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    const question = page.getByRole("dialog", { name: /umdisponieren$/ });
    await question.getByText(/^Stand \d\d:\d\d, nicht live$/).waitFor();
    await changeCase(colleague, job.id, { description: "Erster Stock" });
    await question.getByRole("button", { name: "Umdisponieren" }).click();
    await eventually(() => platesOf(job.id)).toEqual([theirs.plate]);
    await page
      .getByRole("alert")
      .filter({ hasText: "ist jetzt bei" })
      .getByRole("button", { name: "Rückgängig" })
      .click();
    await eventually(() => platesOf(job.id)).toEqual([mine.plate]);
    await page.close();
  });

  it("moves no bar of a tour that no longer has the case, and says who has", async () => {
    const job = await anOpenCase(colleague, "Ist längst woanders");
    await give(job.id, mine);
    const bar = (page: Page) => page.locator("[data-bar]").filter({ hasText: "woanders" });
    const page = await lookThenCut("/", (opened) => bar(opened).waitFor());
    const { lock_version } = await colleague.api.getCase({ id: job.id });
    const move = { from_tour_id: mine.id, to_tour_id: theirs.id, lock_version };
    await colleague.api.reassignCase({ id: job.id, ...move });
    await bar(page).focus();
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialogOn(page).getByText(heldBy(theirs)).waitFor();
    await eventually(() => platesOf(job.id)).toEqual([theirs.plate]);
    await page.close();
  });
});
