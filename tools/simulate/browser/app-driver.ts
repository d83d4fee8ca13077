import { errors } from "playwright-core";
import {
  pressPrimaryButton,
  pressPrimaryButtonOnce,
  recordBelongings,
  tickTodos,
} from "../../../e2e/driver/driver-steps";
import { runAsBusy, DAY_END_CHECK_MINUTES, type SharedDayState } from "../day/scene";
import { waypointsBetween } from "../crew/way";
import type { DriverAppInBrowser } from "./app-phone";
import { type DriverAppScreen, readDriverAppScreen } from "./app-screen";
import {
  ACCEPT_BUTTON_LABEL,
  questionAnswererOfButton,
  type AppTransportStep,
  transportStepOfButton,
} from "./case-steps";

const TOUR_LIST_TITLE = "Meine Tour";
const BELONGINGS_TITLE = "Wertgegenstände";
const WITHOUT_PICKUP_LABEL = "Ohne Abholung";
const SAVED_LABEL = "Gespeichert";
const POSITIONS_PER_DRIVE = 3;

/**
 * Works as a driver does, by the screen: interruptions such as alarms are handled first, and then the screen is read
 * again.
 */
export class ScreenReadingDriver {
  /** Index in the list of the case to open next, where there is nothing to do for the ones before. */
  private place = 0;
  /** Ids of delivered cases whose papers are not yet done. */
  private readonly owed = new Set<string>();

  constructor(
    private readonly scene: SharedDayState,
    private readonly phone: DriverAppInBrowser,
  ) {}

  async workUntilOver() {
    while (!this.scene.isOver) {
      const seen = await readDriverAppScreen(this.phone.page);
      let hasWork = true;
      await runAsBusy(this.scene, async () => {
        hasWork = await this.unlessChanged(() => this.deal(seen));
      });
      if (!hasWork) await this.scene.clock.pass(DAY_END_CHECK_MINUTES);
    }
  }

  /** Ends the shift in the app, which first sends everything that it has kept. */
  async endShift() {
    const { page, crew } = this.phone;
    await this.phone.reconnect();
    for (const until = Date.now() + ENDED_WITHIN_MS; Date.now() < until; ) {
      const seen = await readDriverAppScreen(page);
      if (seen.title === "Schicht") return;
      await this.unlessChanged(() => this.leadToTheEnd(seen));
    }
    const what = `the app of tour ${crew.tour_id} has not ended its shift: ${JSON.stringify(await readDriverAppScreen(page))}`;
    this.scene.book.fault("tap lost", what);
  }

  private async leadToTheEnd(seen: DriverAppScreen): Promise<boolean> {
    const { page } = this.phone;
    if (seen.rings || seen.isRefused || seen.title === SAVED_LABEL || seen.primary === "Verstanden")
      return this.deal(seen);
    // A driver goes home only without a case under way: one that was begun is brought to its end first.
    if (seen.case_id !== "" && !BUTTONS_BEFORE_START.has(seen.primary)) return this.deal(seen);
    if (seen.primary === "Senden und beenden" || seen.primary === "Zum Fall")
      await pressPrimaryButton(page, seen.primary);
    else if (seen.title === "Schichtende")
      await page.locator(".head h1").filter({ hasNotText: "Schichtende" }).waitFor();
    else {
      await page.locator("button.pill").click();
      await page.getByRole("button", { name: "Schicht beenden" }).click();
    }
    return true;
  }

  /** Runs the work, unless the screen has changed before the press. */
  private async unlessChanged(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      return true;
    }
  }

  /** Handles the case on the screen; false when there is nothing to do at present. */
  private async deal(seen: DriverAppScreen): Promise<boolean> {
    const { page } = this.phone;
    if (seen.rings) return this.tap(seen, ACCEPT_BUTTON_LABEL);
    if (seen.isRefused) await page.locator(".refused-notice").click();
    else if (seen.primary === "Verstanden") await pressPrimaryButton(page, seen.primary);
    else if (seen.title === SAVED_LABEL) return this.decide();
    else if (seen.hasMessage) await page.locator(".message .read").click();
    else if (seen.title === TOUR_LIST_TITLE) return this.openCase();
    else return this.dealWithCase(seen);
    return true;
  }

  private async dealWithCase(seen: DriverAppScreen): Promise<boolean> {
    const { page } = this.phone;
    const { title, primary, actions } = seen;
    if (title === BELONGINGS_TITLE && primary !== "Stimmt noch") await recordBelongings(page);
    else if (title === WITHOUT_PICKUP_LABEL) return this.endWithoutPickup(seen);
    else if (actions.includes(WITHOUT_PICKUP_LABEL) && (await this.isInVain(seen)))
      await this.choose(WITHOUT_PICKUP_LABEL);
    else if (primary.startsWith("Noch offen")) await tickTodos(page);
    else if (transportStepOfButton(primary)) return this.tap(seen, primary);
    else {
      const answer = questionAnswererOfButton(primary);
      if (!answer) return this.goBack();
      await answer(page);
    }
    this.place = 0;
    return true;
  }

  /** Whether the work is in vain: there is no delivery, or another crew has come with the vehicle that is loaded. */
  private async isInVain({ case_id, primary }: DriverAppScreen): Promise<boolean> {
    const memory = this.scene.cases.get(case_id);
    if (!memory || primary === "Losfahren" || primary === "Angekommen" || primary === ACCEPT_BUTTON_LABEL) return false;
    if (primary === "") return true;
    if (memory.plan.story === "fruitless" && !memory.crewDone.includes("FINISH")) return true;
    return memory.plan.wants_helper && (await this.isHelper(case_id));
  }

  private async isHelper(id: string): Promise<boolean> {
    const { tour_case_states = [] } = await this.scene.company.admin.client.getCase({ id });
    const own = tour_case_states.find(({ tour_id }) => tour_id === this.phone.crew.tour_id);
    return tour_case_states.some(
      ({ bucket, assigned_at }) => bucket === "open" && own !== undefined && assigned_at < own.assigned_at,
    );
  }

  private async endWithoutPickup(seen: DriverAppScreen): Promise<boolean> {
    await this.phone.page.getByLabel("Warum ohne Abholung?").fill("Die Kollegen haben übernommen");
    return this.tap(seen, "Abschließen");
  }

  private choose = (action: string) =>
    this.phone.page.locator(".foot .text-action").filter({ hasText: action }).click();

  private async decide(): Promise<boolean> {
    const look = this.phone.page.getByRole("button", { name: "Ansehen" }).first();
    if ((await look.count()) === 0) return this.goBack();
    await look.click();
    return true;
  }

  private async goBack(): Promise<boolean> {
    this.place++;
    await this.phone.page.getByRole("button", { name: "Zurück" }).click();
    return false;
  }

  /** Opens one case after the other; finished ones last, for their papers. */
  private async openCase(): Promise<boolean> {
    const { page } = this.phone;
    const open = page.locator("main > .case-card, main > section > .card.list .line");
    const done = page.locator("main details .line");
    const [count, papers] = [await open.count(), this.owed.size > 0 ? await done.count() : 0];
    if (count + papers === 0) return false;
    const place = this.place % (count + papers);
    if (place < count) await open.nth(place).click();
    else {
      const closed = page.locator("main details:not([open]) summary");
      if ((await closed.count()) > 0) await closed.click();
      await done.nth(place - count).click();
    }
    return true;
  }

  private async tap(seen: DriverAppScreen, word: string): Promise<boolean> {
    const { page, crew, taps } = this.phone;
    const step = transportStepOfButton(word);
    if (!step) return false;
    await this.takeTime(seen, step);
    const now = await readDriverAppScreen(page);
    if (now.primary !== seen.primary || now.case_id !== seen.case_id || now.rings !== seen.rings) return true;
    const at = Date.now();
    let isSure = false;
    let case_id = seen.case_id;
    try {
      await pressPrimaryButtonOnce(page, word);
      isSure = await this.isWritten(step, word);
    } finally {
      // A press that was not answered in time may have counted. A ringing case has no page of its own: the answer opens
      // it.
      if (seen.rings) ({ case_id } = await readDriverAppScreen(page));
      taps.push({ user_id: crew.user_ids[0] ?? "", tour_id: crew.tour_id, case_id, action: step.action, at, isSure });
    }
    if (isSure) await this.follow(step, case_id);
    return true;
  }

  /** Whether the app says that the step is written down; a screen that goes away at this moment leaves it open. */
  private async isWritten({ done }: AppTransportStep, word: string): Promise<boolean> {
    const { page } = this.phone;
    const sign =
      done === undefined
        ? page.locator("button.primary").filter({ hasText: word }).waitFor({ state: "detached" })
        : page.locator(".toast").filter({ hasText: done }).waitFor({ state: "attached" });
    return sign.then(
      () => true,
      () => false,
    );
  }

  private async follow({ action }: AppTransportStep, case_id: string) {
    this.scene.cases.get(case_id)?.crewDone.push(action);
    if (action === "DONE") this.owed.delete(case_id);
    if (action !== "DELIVER") return;
    this.owed.add(case_id);
    // The papers are done on the page of the case, which the app has left.
    await this.phone.page.goBack();
  }

  private async takeTime({ case_id }: DriverAppScreen, { minutes, drive }: AppTransportStep) {
    const { scene, phone } = this;
    const taken = minutes * (0.6 + 0.8 * scene.chance.next());
    const request = scene.cases.get(case_id)?.plan.request.funeral_data;
    const there = drive === undefined ? undefined : request?.[drive === "source" ? "source_address" : "target_address"];
    if (!there) return scene.clock.pass(taken);
    for (const point of waypointsBetween(phone.at, { lat: there.lat ?? 0, lon: there.lon ?? 0 }, POSITIONS_PER_DRIVE)) {
      await scene.clock.pass(taken / POSITIONS_PER_DRIVE);
      await phone.moveTo(point);
    }
  }
}

/** Buttons of a case that has not been begun, and of one where there is nothing to do. */
const BUTTONS_BEFORE_START: ReadonlySet<string> = new Set([ACCEPT_BUTTON_LABEL, "Losfahren", ""]);
/** Time in ms that is enough to hand over a deceased person on board. */
const ENDED_WITHIN_MS = 120_000;
