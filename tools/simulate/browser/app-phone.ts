import type { Browser, BrowserContext, Page } from "playwright-core";
import type { SimulatedCrew } from "../crew/crews";
import type { LatLonPoint } from "../crew/way";
import type { DriverTap } from "../day/facts";
import type { PageNetwork } from "./page-network";

/** The app in a real browser, its network, and the buttons that its driver has tapped. */
export class DriverAppInBrowser {
  readonly taps: DriverTap[] = [];
  cuts = 0;

  readonly crew: SimulatedCrew;
  readonly page: Page;
  readonly network: PageNetwork;
  at: LatLonPoint;

  constructor({ crew, page, network, at }: Pick<DriverAppInBrowser, "crew" | "page" | "network" | "at">) {
    this.crew = crew;
    this.page = page;
    this.network = network;
    this.at = at;
  }

  async cut(how: "tunnel" | "no answers") {
    this.cuts++;
    this.crew.network.isOnline = false;
    if (how === "tunnel") await this.context.setOffline(true);
    this.network.breakOff();
  }

  async reconnect() {
    this.crew.network.isOnline = true;
    await this.context.setOffline(false);
  }

  /** Moves the phone; the app records positions as often as it sees fit. */
  async moveTo(point: LatLonPoint) {
    const { lat, lon } = point;
    this.at = point;
    await this.context.setGeolocation({ latitude: lat, longitude: lon, accuracy: 8 });
  }

  /** Processor seconds that the browser has used so far, all its processes together. */
  async processorSeconds(): Promise<number> {
    const devtools = await (this.context.browser() as Browser).newBrowserCDPSession();
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
    await devtools.detach();
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  async close() {
    await this.context.close();
    await this.network.close();
  }

  private get context(): BrowserContext {
    return this.page.context();
  }
}
