import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";

/** Icon sizes of home screens: 180 is for Apple's, which take no SVG; the others are named in the manifest. */
const ICON_SIZES = [180, 192, 512];

/** Build plugin that draws the app's icon in the sizes that home screens need. */
export function iconsPlugin(): Plugin {
  return {
    name: "icons",
    apply: "build",
    generateBundle() {
      const svg = readFileSync(new URL("./public/icon.svg", import.meta.url));
      for (const size of ICON_SIZES) {
        const source = new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng();
        this.emitFile({ type: "asset", fileName: `icon-${size}.png`, source });
      }
    },
  };
}
