import { fileURLToPath } from "node:url";
import type { Plugin } from "@docusaurus/types";

const loader = (name: string) => [fileURLToPath(new URL(name, import.meta.url))];

/** Keeps out of what browsers load what pages hold as HTML already: the list of operations, and the colours of code. */
export function leftOut(): Plugin {
  return {
    name: "left-out",
    configureWebpack: (_, isServer) => ({
      module: {
        rules: [
          { test: /theme-classic[\\/]lib[\\/]prism-include-languages\.js$/, use: loader("left-out-script-loader.cjs") },
          ...(isServer
            ? []
            : [{ test: /generated[\\/]operation-list\.json$/, use: loader("left-out-list-loader.cjs") }]),
        ],
      },
    }),
  };
}
