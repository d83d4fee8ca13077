import react from "@vitejs/plugin-react";
import { slimOperationsPlugin } from "../../packages/app/plugins/slim-operations.ts";
import { textsPlugin } from "../../packages/app/plugins/texts.ts";
import { defineConfig } from "vite";
import { firstLoadChunkGroups, preloadFirstLoadPlugin } from "./first-load.ts";
import { mapDataPlugin } from "./map-data.ts";

/** Address of the API while `vite` serves the console for development. */
const apiAddress = process.env["LEITSTAND_API"] ?? "http://127.0.0.1:8080";
const sourcesUrl = new URL("./src/", import.meta.url);
const messagesUrl = new URL("./messages/", import.meta.url);

export default defineConfig(({ mode, command }) => ({
  plugins: [
    react(),
    slimOperationsPlugin({ sources: sourcesUrl, isBuild: command === "build" }),
    textsPlugin(messagesUrl),
    mapDataPlugin(),
    preloadFirstLoadPlugin(),
  ],
  build: {
    target: "es2022",
    outDir: mode === "gallery" ? "dist-gallery" : "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1_500,
    // Browsers without module preloading load the modules a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoadChunkGroups } } },
  },
  worker: { format: "es" },
  server: { port: 5173, proxy: { "/api": apiAddress, "/maps": apiAddress } },
}));
