import { onTestFinished } from "vitest";
import type { Clock } from "#platform/clock";

/** A Tuesday, 10:00 in Vienna, weeks away from a change of the clock and from the end of a year. */
const ORIGIN = Date.parse("2026-11-17T10:00:00+01:00");

// oxlint-disable-next-line house/gate-clock -- the one place that asks the machine; all others ask a clock
export const machineMs = () => Date.now();

/** How far the moment from which tests run is ahead of the machine's clock. */
export const originAheadMs = () => ORIGIN - machineMs();

/** It runs as fast as the machine's, and shows the same time until a test begins it, moves it or makes it stand. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private standsAtMs: number | undefined;

  now() {
    return new Date((this.standsAtMs ?? machineMs()) + this.offsetMs);
  }

  /** How far it is ahead of the machine's clock. */
  get aheadMs() {
    return this.offsetMs;
  }

  /** It runs from the same moment in every run, so that no day of the real calendar decides about a test. */
  begin(): this {
    this.standsAtMs = undefined;
    this.offsetMs = originAheadMs();
    return this;
  }

  /** For tests with processes that know no other clock. */
  followMachine() {
    this.standsAtMs = undefined;
    this.offsetMs = 0;
  }

  /** It stands until the test has finished, so that what remains of a time is exact; `advance` still moves it. */
  freeze() {
    this.standsAtMs = machineMs();
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

/** The clock of a test file, its servers and its databases. `begin-clock` begins it again for each file of the gate. */
export const testClock = new TestClock();
