import type { Scene } from "../day/scene";
import type { AppPhone } from "./app-phone";

const QUIET_MINUTES = { from: 10, to: 25 };
const CUT_MINUTES = { from: 2, to: 8 };

/**
 * Cuts the network now and then until the day is over: a tunnel, of which the phone knows, or a network that leads
 * nowhere, of which it does not.
 */
export async function cutNetwork(scene: Scene, phone: AppPhone) {
  const { chance } = scene;
  while (!scene.isOver) {
    await passUnlessOver(scene, chance.between(QUIET_MINUTES.from, QUIET_MINUTES.to));
    if (scene.isOver) return;
    const isTunnel = chance.percent(50);
    await phone.cut(isTunnel ? "tunnel" : "no answers");
    await passUnlessOver(scene, chance.between(CUT_MINUTES.from, CUT_MINUTES.to));
    await phone.reconnect();
  }
}

async function passUnlessOver(scene: Scene, minutes: number) {
  for (let passed = 0; passed < minutes && !scene.isOver; passed++) await scene.clock.pass(1);
}
