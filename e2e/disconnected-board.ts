import type { Page } from "playwright-core";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { cutLiveStream, makeLiveStreamCuttable } from "./cut-stream";
import { carryOutAction, aRunningTour, type RunningTour } from "./tours-testkit";

interface BoardUsers {
  readonly opened: OpenedConsole;
  readonly me: SignedInColleague;
  readonly colleague: SignedInColleague;
  readonly mine: RunningTour;
  readonly theirs: RunningTour;
  readonly name: string;
}

/** Board that no longer receives events, while a colleague assigns its cases to another tour. */
export class DisconnectedBoard {
  readonly opened: OpenedConsole;
  readonly colleague: SignedInColleague;
  readonly mine: RunningTour;
  readonly theirs: RunningTour;

  private constructor(private readonly crew: BoardUsers) {
    ({ opened: this.opened, colleague: this.colleague, mine: this.mine, theirs: this.theirs } = crew);
  }

  static async open(): Promise<DisconnectedBoard> {
    const opened = await openConsole();
    const [me, colleague] = [await opened.signIn("bestattung"), await opened.signIn("bestattung", "dispo2")];
    const [mine, theirs] = [await aRunningTour(colleague, 0), await aRunningTour(colleague, 1)];
    const { user } = await colleague.api.getUserInfo();
    return new DisconnectedBoard({ opened, me, colleague, mine, theirs, name: `${user?.firstname} ${user?.lastname}` });
  }

  close() {
    return this.opened.close();
  }

  /** Plates of the tours that have a case. */
  async platesOf(id: string) {
    const { tour_case_states = [] } = await this.colleague.api.getCase({ id });
    const plates = new Map([this.mine, this.theirs].map((tour) => [tour.id, tour.plate]));
    return tour_case_states.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => plates.get(tour_id));
  }

  give(id: string, tour = this.theirs) {
    return carryOutAction(this.colleague, id, { action: "ASSIGN", tour_id: tour.id });
  }

  dialogOn(page: Page) {
    return page.getByRole("dialog", { name: "Jemand war schneller" });
  }

  /** Result of a press: a question, or the confirmation that it was done. */
  answerOn(page: Page) {
    return this.dialogOn(page)
      .or(page.getByText(/ist .* zugewiesen\.$/))
      .first();
  }

  heldBy({ plate }: RunningTour) {
    return new RegExp(`seit \\d\\d:\\d\\d bei ${plate}( \\(.*\\))?, zugewiesen von ${this.crew.name}\\.`);
  }

  /** Opens a page that shows some cases, and cuts its stream. */
  async lookThenCut(path: string, shown: (page: Page) => Promise<unknown>) {
    const page = await this.opened.look(this.crew.me, { path, prepare: makeLiveStreamCuttable });
    await page.getByText("Live", { exact: true }).waitFor();
    await shown(page);
    await cutLiveStream(page);
    await page.getByText(/^Verbindung verloren, Stand/).waitFor();
    return page;
  }

  /** Presses a suggestion for a case that a colleague has assigned since it was shown. */
  async pressSuggestion(dispatchCase: { readonly id: string }) {
    const button = (page: Page) => page.getByRole("button", { name: `${this.mine.plate} zuweisen` });
    const page = await this.lookThenCut(`/?case=${dispatchCase.id}`, (opened) => button(opened).waitFor());
    await this.give(dispatchCase.id);
    await button(page).click();
    await this.answerOn(page).waitFor();
    await expectEventually(() => this.platesOf(dispatchCase.id)).toEqual([this.theirs.plate]);
    return page;
  }
}
