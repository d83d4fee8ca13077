import { fileURLToPath } from "node:url";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { ScreenScenario } from "./screen";

const galleryBuildDir = fileURLToPath(new URL("../../apps/console/dist-gallery/", import.meta.url));

/** Serves the gallery from a build of its own, because it is not delivered; data comes from the same server. */
const serveGalleryBuild = (page: Page) =>
  page.route(
    ({ pathname }) => !pathname.startsWith("/api/"),
    (route) => {
      const file = join(galleryBuildDir, new URL(route.request().url()).pathname);
      return route.fulfill({
        path: existsSync(file) && !file.endsWith("gallery") ? file : join(galleryBuildDir, "index.html"),
      });
    },
  );

/** Screens with every token, glyph and state of a component. */
export const galleryScreenScenarios: readonly ScreenScenario[] = [
  {
    name: "gallery",
    path: "/dev/gallery",
    network: serveGalleryBuild,
    isReady: ({ page }) => page.getByRole("heading", { level: 1 }).waitFor(),
    isWholePage: true,
  },
];
