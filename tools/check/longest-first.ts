import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds on two cores, of the files that take over half a minute. */
const longOnes: Readonly<Record<string, number>> = {
  "screens.journey": 150,
  "states.journey": 100,
  "docs-pages.journey": 90,
  "contract-fuzz.reliability": 90,
  "outage.journey": 90,
  "accessibility.journey": 85,
  "authorization.reliability": 80,
  "escape.journey": 40,
  "docs-frame.journey": 60,
  "dispatch.journey": 60,
  "docs-explorer.journey": 50,
  "crash.reliability": 50,
  "dispatch.reliability": 50,
  "lost-updates.reliability": 40,
  "nasty-input.journey": 40,
  "docs-build.journey": 35,
  "embedded-postgres.exhaustive": 35,
  "main.reliability": 35,
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
