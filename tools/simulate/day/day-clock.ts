/** Clock of the simulated day: minutes since it began, faster than real time. */
export class DayClock {
  private began = performance.now();

  constructor(private readonly speed: number) {}

  /** Starts the day: the first call may come now. */
  begin() {
    this.began = performance.now();
  }

  /** Minutes of the day gone by. */
  now(): number {
    return ((performance.now() - this.began) * this.speed) / 60_000;
  }

  /** Milliseconds of the real clock. */
  millisecondsOf(minutes: number): number {
    return (minutes * 60_000) / this.speed;
  }

  async pass(minutes: number): Promise<void> {
    const ms = this.millisecondsOf(minutes);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  passUntil(minute: number): Promise<void> {
    return this.pass(minute - this.now());
  }
}
