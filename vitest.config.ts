import { configDefaults, defineConfig } from "vitest/config";
import { textsPlugin } from "./packages/app/plugins/texts.ts";

/** Tests that need a PostgreSQL. */
const api = ["apps/**/*.api.test.ts", "packages/**/*.api.test.ts", "tools/**/*.api.test.ts"];
/** Files that `npm run prove` runs: see CONTRIBUTING. */
const prove = "**/*.prove.test.ts";

/**
 * Runs tests in processes instead of threads where native add-ons may be loaded: twice a thread's end took the whole
 * run with it (SIGSEGV), and it was not known which file had been running. They take a sixth longer.
 */
const pool = "forks" as const;
/**
 * Number of workers: we count on two cores; a third worker works while the others wait for a page, a database or a
 * clock.
 */
const maxWorkers = 3;
/** As `npm start` does: with Node's own 16 MB the collector takes a tenth of the time of tests with a server. */
const execArgv = ["--max-semi-space-size=64"];
const exclude = [...configDefaults.exclude, "**/dist/**"];
/** Limits that only end hanging tests; promises with a time are tested by `npm run prove`. */
const limits = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};
/** Provides a PostgreSQL and a migrated template database that every file clones. */
const withDatabase = {
  globalSetup: ["apps/api/src/testing/global-setup.ts"],
  pool,
  execArgv,
  // Each file has a database and a server of its own; to load the whole server again for each took half of the time.
  isolate: false,
};
/** The clock of tests and of their databases begins at the same moment for each file, whatever the calendar says. */
const withClock = { setupFiles: ["apps/api/src/testing/begin-clock.ts"] };
const withBrowser = {
  ...withClock,
  globalSetup: [...withDatabase.globalSetup, "e2e/build-console.ts", "e2e/demonstration-database.ts"],
  pool,
  execArgv,
  // Each file has a server of its own and shares a browser; to load both again for each took a fifth of the time.
  isolate: false,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rule",
          include: ["apps/**/*.test.ts", "packages/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: [...exclude, ...api, prove],
          ...limits,
          pool,
          // Rules are functions without a state; to load their modules again for each file took half of the time. A
          // global that one file replaces would still be replaced for the next: a `fetch` without an answer hangs it.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          maxWorkers,
        },
      },
      {
        // Tests of components as the build makes them, with the texts of their language and without styles, and others
        // that need a window.
        plugins: [textsPlugin(new URL("./apps/console/messages/", import.meta.url))],
        test: {
          name: "component",
          include: ["apps/{console,driver}/src/**/*.test.tsx"],
          environment: "happy-dom",
          ...limits,
          // Each file has a window and modules of its own; the threads, and what Node itself has loaded, are kept: half of the time.
          pool: "vmThreads",
          maxWorkers,
          // Bundled, so that the texts, parsed by the plugin, meet the half of the library that formats them.
          server: { deps: { inline: ["use-intl"] } },
        },
      },
      {
        test: {
          name: "api",
          include: api,
          exclude,
          env: { QUICK_BROWSER: "true" },
          ...limits,
          ...withDatabase,
          ...withClock,
          maxWorkers,
        },
      },
      {
        test: {
          name: "journey",
          include: ["e2e/**/*.journey.test.ts"],
          env: { QUICK_BROWSER: "true" },
          ...limits,
          // The longest one, a driver's day, takes 40 s on two quick cores, and three times as long on two slow ones.
          testTimeout: 240_000,
          ...withBrowser,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "prove",
          include: [`{apps,packages,tools}/${prove}`],
          exclude,
          ...limits,
          ...withDatabase,
          isolate: true,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "prove-journey",
          include: [`e2e/${prove}`],
          ...limits,
          ...withBrowser,
          globalSetup: [...withBrowser.globalSetup, "e2e/build-gallery.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
