import react from "@vitejs/plugin-react";
import { slimOperationsPlugin } from "../../packages/app/plugins/slim-operations.ts";
import { textsPlugin } from "../../packages/app/plugins/texts.ts";
import { defineConfig } from "vite";
import { iconsPlugin } from "./icons.ts";
import { serviceWorkerPlugin } from "./service-worker.ts";

/** Address of the API while `vite` serves the app for development. */
const apiAddress = process.env["LEITSTAND_API"] ?? "http://127.0.0.1:8080";
const sourcesUrl = new URL("./src/", import.meta.url);

export default defineConfig(({ command }) => ({
  base: "/driver/",
  plugins: [
    react(),
    slimOperationsPlugin({ sources: sourcesUrl, isBuild: command === "build" }),
    textsPlugin(new URL("./messages/", import.meta.url)),
    iconsPlugin(),
    serviceWorkerPlugin(),
  ],
  worker: { plugins: () => [slimOperationsPlugin({ sources: sourcesUrl, isBuild: command === "build" })] },
  build: {
    target: "es2022",
    // No picture or font is inlined in a style: the content security policy allows them as files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 5174, proxy: { "/api": apiAddress } },
}));
