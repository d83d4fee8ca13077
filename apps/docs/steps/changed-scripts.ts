import { fileURLToPath } from "node:url";
import type { Plugin } from "@docusaurus/types";

const changedTextLoader = fileURLToPath(new URL("changed-text-loader.cjs", import.meta.url));

/** Texts of Docusaurus' own scripts that are replaced by others, each with its reason. */
const changes = [
  // The desktop layout begins at 996 px, see breakpoint.ts.
  {
    script: /theme-common[\\/]lib[\\/]hooks[\\/]useWindowSize\.js$/,
    from: "const DesktopBreakpoint = 996;",
    to: "const DesktopBreakpoint = 995;",
  },
  // Docusaurus makes all tabs a second time once a page has loaded, 2,000 elements in one task on the guide to the driver
  // app, for the sake of a remembered choice that differs from the HTML. Its tabs take that choice over without it.
  {
    script: /theme-classic[\\/]lib[\\/]theme[\\/]Tabs[\\/]index\.js$/,
    from: "const isBrowser = useIsBrowser();",
    to: "const isBrowser = true;",
  },
  // The first localeCompare of a page loads the rules of its language, 10 ms and more, where any fixed order will do.
  {
    script: /theme-common[\\/]lib[\\/]utils[\\/]reactUtils\.js$/,
    from: "a[0].localeCompare(b[0])",
    to: "(a[0] < b[0] ? -1 : 1)",
  },
  // Each link that comes into view searches all routes for the scripts of its page, several milliseconds: that waits
  // until the browser is idle. Safari has no idle callbacks.
  {
    script: /core[\\/]lib[\\/]client[\\/]docusaurus\.js$/,
    from: "const docusaurus = {\n    prefetch,",
    to: "const docusaurus = {\n    prefetch: (routePath) => void (window.requestIdleCallback ?? setTimeout)(() => prefetch(routePath)),",
  },
  // Two tasks instead of a long one: the scripts of the page are requested after the shared ones have been evaluated.
  {
    script: /core[\\/]lib[\\/]client[\\/]clientEntry\.js$/,
    from: "preload(window.location.pathname).then(",
    to: "new Promise((resolve) => setTimeout(resolve)).then(() => preload(window.location.pathname)).then(",
  },
];

export function changedScriptsPlugin(): Plugin {
  return {
    name: "changed-scripts",
    configureWebpack: () => ({
      module: {
        rules: changes.map(({ script, from, to }) => ({
          test: script,
          enforce: "pre" as const,
          use: [{ loader: changedTextLoader, options: { from, to } }],
        })),
      },
    }),
  };
}
