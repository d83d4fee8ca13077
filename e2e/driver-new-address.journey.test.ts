import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, findAxeFaults, type OpenedConsole, openConsole } from "./console-testkit";
import { buildDriverWith } from "./driver/driver-build";
import { aPhone, beginShift, planTour, press, signInOn, tickTodos } from "./driver/driver-testkit";
import { aMutant } from "./driver/planted-page";
import { hasTime } from "./has-time";
import { changeCase } from "./tours-testkit";

const forgetsPlaces = aMutant({ file: "work/act.ts", from: "places: placesSeen(dispatchCase),", to: "" });

describe.skipIf(!hasBrowser || !hasTime)("a case that changes while nobody is reached (not in CI)", () => {
  let desk: OpenedConsole;
  beforeAll(async () => {
    desk = await openConsole();
  });
  afterAll(() => desk.close());

  const linkOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id);
  const stepsOf = async ({ api }: Colleague, id: string) =>
    (await api.getCaseStateHistory({ id }))
      .toSorted((a, b) => a.lock_version - b.lock_version)
      .filter(({ actor_kind }) => actor_kind === "V")
      .map(({ transition }) => transition);

  /** A crew under way that arrives without network, while the desk sends it to another house. */
  async function arriveElsewhere(place: number, build?: string) {
    const phone = await aPhone(desk, "bestattung", { place, ...(build !== undefined && { build }) });
    const { page, context } = phone;
    const draft = aFuneralCase({ display_name: "Fuchs, Alois" });
    const { dispatcher, tour, ids } = await planTour(await desk.signIn("bestattung"), phone, [draft]);
    const [id = ""] = ids;
    await signInOn(desk, "bestattung", phone);
    await beginShift(page);
    for (const step of ["Annehmen", "Losfahren"]) await press(page, step);
    await eventually(async () => (await linkOf(dispatcher, id, tour.id))?.state).toBe("STARTED");
    await context.setOffline(true);
    await press(page, "Angekommen");
    await tickTodos(page);
    const { funeral_data } = draft;
    const source_address = { name: "Seniorenheim", street: "Eggenberger Weg", house_number: "18", city: "Graz" };
    await changeCase(dispatcher, id, { funeral_data: { ...funeral_data, source_address } });
    await context.setOffline(false);
    return { page, context, dispatcher, tour, id };
  }

  it("shows where it went and where it goes, and goes on with the new address when the crew says so", async () => {
    const { page, context, dispatcher, tour, id } = await arriveElsewhere(0);
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByRole("heading", { name: "Die Adresse hat sich geändert" }).waitFor();
    const places = await page.locator("dl").innerText();
    expect(places).toContain("Landeskrankenhaus");
    expect(places).toContain("Seniorenheim");
    expect(places.indexOf("Landeskrankenhaus")).toBeLessThan(places.indexOf("Seniorenheim"));
    expect(await findAxeFaults(page)).toEqual([]);
    expect((await linkOf(dispatcher, id, tour.id))?.state).toBe("STARTED");
    await press(page, "Mit neuer Adresse weiter");
    await eventually(async () => (await linkOf(dispatcher, id, tour.id))?.state).toBe("ARRIVED");
    expect(await stepsOf(dispatcher, id)).toEqual(["ACCEPT", "START", "ARRIVE"]);
    const openTodos = async () =>
      (await dispatcher.api.getCase({ id })).todos?.pickup.filter(({ completed }) => !completed).length;
    await eventually(openTodos).toBe(0);
    await context.close();
  });

  it("would not know where it went if that were not written down with the step", async () => {
    const { folder, remove } = await buildDriverWith(forgetsPlaces);
    const { page, context } = await arriveElsewhere(1, folder);
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByRole("heading", { name: "So geht es nicht weiter" }).waitFor();
    await context.close();
    await remove();
  });
});
