import { onTestFinished } from "vitest";
import type { Clock } from "#platform/clock";

/**
 * Start of the test clock: a Tuesday, 10:00 in Vienna, weeks away from a change of the clock and from the end of a
 * year.
 */
const CLOCK_START_MS = Date.parse("2026-11-17T10:00:00+01:00");

// oxlint-disable-next-line house/gate-clock -- the one place that asks the machine; all others ask a clock
export const machineTimeMs = () => Date.now();

/** Milliseconds by which the test clock's start is ahead of the machine's clock. */
export const testClockStartAheadMs = () => CLOCK_START_MS - machineTimeMs();

/** Clock of tests: runs as fast as the machine's, and shows the same time until a test sets, moves or stops it. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private standsAtMs: number | undefined;

  now() {
    return new Date((this.standsAtMs ?? machineTimeMs()) + this.offsetMs);
  }

  /** Milliseconds by which it is ahead of the machine's clock. */
  get aheadMs() {
    return this.offsetMs;
  }

  /** Starts at the same moment in every run, so that no day of the real calendar decides about a test. */
  begin(): this {
    this.standsAtMs = undefined;
    this.offsetMs = testClockStartAheadMs();
    return this;
  }

  /** Follows the machine's clock, for tests with processes that know no other. */
  followMachine() {
    this.standsAtMs = undefined;
    this.offsetMs = 0;
  }

  /** Stops the clock until the test has finished, so that remaining times are exact; `advance` still moves it. */
  freeze() {
    this.standsAtMs = machineTimeMs();
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

/** Clock of a test file, its servers and its databases. `begin-clock` sets it for each file of the gate. */
export const testClock = new TestClock();
