import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/check/longest-first.ts";

const withDatabase = [
  "apps/**/*.{api,reliability}.test.ts",
  "packages/**/*.api.test.ts",
  "tools/**/*.{api,reliability}.test.ts",
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
          exclude: ["**/node_modules/**", "**/dist/**", ...withDatabase],
          testTimeout: 20_000,
          pool: "threads",
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
          // Each file has a database and a server of its own; to load the whole server anew for each took half of the time.
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
