import type { SharedDayState } from "../day/scene";
import type { DriverAppInBrowser } from "./app-phone";

const MINUTES_BETWEEN_CUTS = { from: 10, to: 25 };
const CUT_MINUTES = { from: 2, to: 8 };

/**
 * Cuts the network now and then until the day is over: a tunnel, of which the phone knows, or a network that leads
 * nowhere, of which it does not.
 */
export async function cutNetworkRepeatedly(scene: SharedDayState, phone: DriverAppInBrowser) {
  const { chance } = scene;
  while (!scene.isOver) {
    await waitUnlessDayOver(scene, chance.between(MINUTES_BETWEEN_CUTS.from, MINUTES_BETWEEN_CUTS.to));
    if (scene.isOver) return;
    const isTunnel = chance.percent(50);
    await phone.cut(isTunnel ? "tunnel" : "no answers");
    await waitUnlessDayOver(scene, chance.between(CUT_MINUTES.from, CUT_MINUTES.to));
    await phone.reconnect();
  }
}

async function waitUnlessDayOver(scene: SharedDayState, minutes: number) {
  for (let passed = 0; passed < minutes && !scene.isOver; passed++) await scene.clock.pass(1);
}
