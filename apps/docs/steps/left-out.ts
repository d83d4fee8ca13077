import { fileURLToPath } from "node:url";
import type { Plugin } from "@docusaurus/types";

const pathInSteps = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const loaderChain = (name: string) => [pathInSteps(name)];

/**
 * Keeps scripts out of the bundle: the theme's highlighter, because the HTML already has the colours of code, its
 * progress bar, which src/loading/navigation-spinner.ts replaces, and the helpers of tslib that no script of the site
 * calls.
 */
export function excludedScriptsPlugin(): Plugin {
  return {
    name: "left-out",
    configureWebpack: () => ({
      resolve: { alias: { tslib$: pathInSteps("called-helpers.cjs") } },
      module: {
        rules: [
          {
            test: /theme-classic[\\/]lib[\\/](prism-include-languages|nprogress)\.js$/,
            use: loaderChain("left-out-script-loader.cjs"),
          },
        ],
      },
    }),
  };
}
