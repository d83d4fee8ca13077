import { recordRefusalOrLoss } from "../crew/crew-work";
import type { SharedDayState } from "../day/scene";
import { ScreenReadingDriver } from "./app-driver";
import type { DriverAppInBrowser } from "./app-phone";
import { cutNetworkRepeatedly } from "./network-cuts";
import { PageWriteLedger } from "./page-ledger";

/** Summary of the app's day in its browser, with what it has cost. */
export interface DriverAppDaySummary {
  readonly name: string;
  readonly cuts: number;
  readonly processorSeconds: number;
  /** Seconds in which it took them. */
  readonly seconds: number;
}

/** Day of a driver who works with the app. */
export class DriverAppDay {
  private readonly ledger: PageWriteLedger;
  private readonly driver: ScreenReadingDriver;
  summary: DriverAppDaySummary | undefined;

  constructor(
    private readonly scene: SharedDayState,
    readonly phone: DriverAppInBrowser,
  ) {
    const { crew, network } = phone;
    this.ledger = new PageWriteLedger({
      book: scene.book,
      viewer: crew.person.viewer,
      refused: (error, { what, case_id }) => recordRefusalOrLoss(scene, crew, { error, case_id, what }),
    });
    this.driver = new ScreenReadingDriver(scene, phone);
    network.hear = (write) => this.ledger.hear(write);
  }

  private began = { processor: 0, wall: 0 };

  get crew() {
    return this.phone.crew;
  }

  /** Time of the newest position that has arrived. */
  get positions(): { readonly newestSent: number | undefined } {
    return this.ledger;
  }

  async work() {
    this.began = await this.clocks();
    await Promise.all([this.driver.workUntilOver(), cutNetworkRepeatedly(this.scene, this.phone)]);
  }

  /** Ends the day: everything has arrived then, and stands in the ledger. */
  async end() {
    await this.driver.endShift();
    const { book } = this.scene;
    book.ledger.push(...this.ledger.entries);
    book.taps.push(...this.phone.taps);
    const now = await this.clocks();
    this.summary = {
      name: this.crew.person.viewer.name,
      cuts: this.phone.cuts,
      processorSeconds: now.processor - this.began.processor,
      seconds: now.wall - this.began.wall,
    };
  }

  private async clocks() {
    return { processor: await this.phone.processorSeconds(), wall: performance.now() / 1000 };
  }
}
