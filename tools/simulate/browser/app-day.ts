import { recordRefusalOrLoss } from "../crew/crew-work";
import type { DayScene } from "../day/scene";
import { AppDriver } from "./app-driver";
import type { AppPhone } from "./app-phone";
import { cutNetwork } from "./network-cuts";
import { PageLedger } from "./page-ledger";

/** Summary of the app's day in its browser, with what it has cost. */
export interface AppSummary {
  readonly name: string;
  readonly cuts: number;
  readonly processorSeconds: number;
  /** Seconds in which it took them. */
  readonly seconds: number;
}

/** Day of a driver who works with the app. */
export class AppDay {
  private readonly ledger: PageLedger;
  private readonly driver: AppDriver;
  summary: AppSummary | undefined;

  constructor(
    private readonly scene: DayScene,
    readonly phone: AppPhone,
  ) {
    const { crew, network } = phone;
    this.ledger = new PageLedger({
      book: scene.book,
      viewer: crew.person.viewer,
      refused: (error, { what, case_id }) => recordRefusalOrLoss(scene, crew, { error, case_id, what }),
    });
    this.driver = new AppDriver(scene, phone);
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
    await Promise.all([this.driver.workUntilOver(), cutNetwork(this.scene, this.phone)]);
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
