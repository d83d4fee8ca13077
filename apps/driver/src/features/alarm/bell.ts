import type { PhoneFunctions, SoundingAlarm } from "#device/device.ts";
import type { CaseAlarm } from "./alarm.ts";

type RungAlarm = Pick<CaseAlarm, "key" | "tone">;

/** Rings for one alarm at a time, and once for each; silent as soon as it is over, for any reason. */
export class AlarmBell {
  private readonly rung = new Set<string>();
  private sounding: { readonly key: string; readonly ring: SoundingAlarm } | undefined;

  constructor(private readonly sound: Pick<PhoneFunctions["sound"], "ring">) {}

  follow(alarms: readonly RungAlarm[]) {
    if (this.sounding !== undefined && !alarms.some(({ key }) => key === this.sounding?.key)) this.silence();
    const next = alarms.find(({ key }) => !this.rung.has(key));
    if (next === undefined || this.sounding !== undefined) return;
    this.rung.add(next.key);
    this.sounding = { key: next.key, ring: this.sound.ring(next.tone) };
  }

  quieter() {
    this.sounding?.ring.quieter();
  }

  forget() {
    this.silence();
    this.rung.clear();
  }

  silence() {
    this.sounding?.ring.stop();
    this.sounding = undefined;
  }
}
