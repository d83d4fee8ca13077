import { fileURLToPath } from "node:url";
import type { Plugin } from "@docusaurus/types";

const loader = (name: string) => [fileURLToPath(new URL(name, import.meta.url))];

/**
 * Keeps scripts out of the bundle whose result the HTML already contains, the colours of code, and the theme's progress
 * bar: ours is src/loading/navigation-spinner.ts.
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
