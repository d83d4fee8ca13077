import { defineConfig } from "vitest/config";
import { texts } from "./apps/console/texts.ts";
import { LongestFirst } from "./tools/check/longest-first.ts";

const withDatabase = [
  "apps/**/*.{api,reliability}.test.ts",
  "packages/**/*.api.test.ts",
  "tools/**/*.{api,reliability}.test.ts",
];

/** Every cell of a table, every way to be cut off, files of every size: seconds each. */
const exhaustive = [
  "apps/**/*.exhaustive.test.ts",
  "packages/**/*.exhaustive.test.ts",
  "tools/**/*.exhaustive.test.ts",
];

export default defineConfig({
  test: {
    // Two cores is what we count on; more workers than cores make timings of the database tests unfair.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "rule",
          include: ["apps/**/*.test.ts", "packages/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...exhaustive, ...withDatabase],
          // Milliseconds each; what takes longer is exhaustive.
          testTimeout: 5_000,
          pool: "threads",
        },
      },
      {
        test: {
          name: "exhaustive",
          include: exhaustive,
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 20_000,
          pool: "threads",
        },
      },
      {
        // Components as the build makes them: with the texts of their language, and without styles.
        plugins: [texts()],
        test: {
          name: "component",
          include: ["apps/console/src/**/*.test.tsx"],
          environment: "happy-dom",
          testTimeout: 20_000,
          pool: "threads",
          // So that the texts, taken apart by the plugin, meet the half of the library that puts them together.
          server: { deps: { inline: ["use-intl"] } },
        },
      },
      {
        test: {
          name: "api",
          include: withDatabase,
          exclude: ["**/node_modules/**", "**/dist/**"],
          // Provides a PostgreSQL and a migrated template database that every file clones.
          globalSetup: ["apps/api/src/testing/global-setup.ts"],
          pool: "forks",
          // Each file has a database and a server of its own; to load the whole server again for each took half of the time.
          isolate: false,
          // Long suites name longer limits of their own.
          testTimeout: 30_000,
          hookTimeout: 120_000,
          teardownTimeout: 30_000,
        },
      },
      {
        test: {
          name: "journey",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["apps/api/src/testing/global-setup.ts", "e2e/build-console.ts"],
          pool: "forks",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          teardownTimeout: 30_000,
        },
      },
    ],
  },
});
