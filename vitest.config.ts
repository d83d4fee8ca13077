import { defineConfig } from "vitest/config";
import { texts } from "./packages/app/plugins/texts.ts";
import { LongestFirst } from "./tools/check/longest-first.ts";

const withDatabase = [
  "apps/**/*.{api,reliability}.test.ts",
  "packages/**/*.api.test.ts",
  "tools/**/*.{api,reliability}.test.ts",
];

/**
 * Processes, and no threads, where native add-ons may be loaded: twice a thread's end took the whole run with it (SIGSEGV, with native add-ons loaded), and
 * nobody learnt which file had been running. They take a sixth longer.
 */
const pool = "forks";

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
          // Milliseconds each, and up to half of this on a machine with ten times too much to do; what takes longer is exhaustive.
          testTimeout: 3_000,
          pool,
        },
      },
      {
        test: {
          name: "exhaustive",
          include: exhaustive,
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 20_000,
          pool,
        },
      },
      {
        // Components as the build makes them: with the texts of their language, and without styles.
        plugins: [texts(new URL("./apps/console/messages/", import.meta.url))],
        test: {
          name: "component",
          include: ["apps/console/src/**/*.test.tsx"],
          environment: "happy-dom",
          testTimeout: 20_000,
          // A thread ends with its window; in a process timers of a library that are left over would still look for it.
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
          pool,
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
          pool,
          // Each file has a server and a browser of its own; to load both again for each took a fifth of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          teardownTimeout: 30_000,
        },
      },
    ],
  },
});
