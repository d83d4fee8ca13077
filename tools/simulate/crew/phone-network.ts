import type { SeededChance } from "@leitstand/scenario/chance";

/** Connection of a phone: lost for a while in a tunnel, and sometimes just for one answer. */
export class PhoneNetwork {
  isOnline = true;
  lostAnswers = 0;

  constructor(
    private readonly over: typeof fetch,
    private readonly chance: SeededChance,
    /** Percent of the answers to writes that never arrive. */
    private readonly lossPercent: number,
  ) {}

  fetch: typeof fetch = async (input, init) => {
    if (!this.isOnline) throw new TypeError("The phone has no reception.");
    const answer = await this.over(input, init);
    const writes = init?.method !== undefined && init.method !== "GET";
    if (!writes || !this.chance.percent(this.lossPercent)) return answer;
    await answer.body?.cancel();
    this.lostAnswers++;
    throw new TypeError("The connection was lost before the answer arrived.");
  };
}
