import { fileURLToPath } from "node:url";
import type { Plugin } from "@docusaurus/types";

const loader = (name: string) => [fileURLToPath(new URL(name, import.meta.url))];

/**
 * Keeps out of what browsers load what pages hold as HTML already, the colours of code, and the bar that the theme shows
 * while a page loads: ours is src/loading/navigation-spinner.ts.
 */
export function leftOut(): Plugin {
  return {
    name: "left-out",
    configureWebpack: () => ({
      module: {
        rules: [
          {
            test: /theme-classic[\\/]lib[\\/](prism-include-languages|nprogress)\.js$/,
            use: loader("left-out-script-loader.cjs"),
          },
        ],
      },
    }),
  };
}
