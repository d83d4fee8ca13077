import type { Clock } from "#platform/clock";

/** Real time until a test moves it. */
export class TestClock implements Clock {
  private offsetMs = 0;

  now() {
    return new Date(Date.now() + this.offsetMs);
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
