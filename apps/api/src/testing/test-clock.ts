import { onTestFinished } from "vitest";
import type { Clock } from "#platform/clock";

/** Real time until a test moves it or makes it stand. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private standsAtMs: number | undefined;

  now() {
    return new Date((this.standsAtMs ?? Date.now()) + this.offsetMs);
  }

  /** It stands until the test has finished, so that what remains of a time is exact; `advance` still moves it. */
  freeze() {
    this.standsAtMs = Date.now();
    onTestFinished(() => {
      this.standsAtMs = undefined;
    });
  }

  advance({
    seconds = 0,
    minutes = 0,
    hours = 0,
    days = 0,
  }: {
    seconds?: number;
    minutes?: number;
    hours?: number;
    days?: number;
  }) {
    this.offsetMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  }
}
