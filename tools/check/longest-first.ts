import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds on two cores, of the files that take over half a minute. */
const longOnes: Readonly<Record<string, number>> = {
  "openapi-tools.reliability": 150,
  "authorization.reliability": 135,
  "screens.journey": 130,
  "samples.api": 100,
  "states.journey": 100,
  "uploads.reliability": 95,
  "docs-pages.journey": 90,
  "docs-reference.journey": 85,
  "accessibility.journey": 85,
  "docs-frame.journey": 80,
  "contract-fuzz.reliability": 80,
  "outage.journey": 75,
  "reference.api": 70,
  "partner-events.reliability": 60,
  "sessions.journey": 60,
  "main.reliability": 50,
  "webhooks.reliability": 50,
  "driver-outbox.journey": 45,
  "map-tiles.journey": 45,
  "crash.reliability": 45,
  "dispatch.reliability": 45,
  "dispatch.journey": 45,
  "docs-try-it.journey": 40,
  "escape.journey": 40,
  "nasty-input.journey": 40,
  "simulate.reliability": 40,
  "driver-day.journey": 35,
  "docs-loading.journey": 35,
  "docs-build.journey": 35,
  "embedded-postgres.exhaustive": 35,
};

/** What begins long and late leaves the other core with nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  const name = moduleId.replace(/^.*\/(.*)\.test\.ts$/, "$1");
  return longOnes[name] ?? (name.endsWith(".journey") ? 20 : 0);
}
