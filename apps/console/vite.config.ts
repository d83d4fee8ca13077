import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { takesCommas } from "../../packages/contract/src/core/comma-list.ts";
import { operations } from "../../packages/contract/src/operations.ts";
import type { Operation } from "../../packages/contract/src/operation/operation.ts";
import { firstLoad, preloads } from "./first-load.ts";
import { mapData } from "./map-data.ts";
import { texts } from "./texts.ts";

/** Where the API runs while `vite` serves the console for development. */
const api = process.env["LEITSTAND_API"] ?? "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  plugins: [react(), slimOperations(), texts(), mapData(), preloads()],
  build: {
    target: "es2022",
    outDir: mode === "gallery" ? "dist-gallery" : "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1_500,
    // A browser that preloads no modules loads them a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoad } } },
  },
  worker: { format: "es" },
  server: { port: 5173, proxy: { "/api": api, "/maps": api } },
}));

/**
 * The client needs of an operation how it is called, and not its schemas, examples and texts: those are a quarter of a
 * megabyte that nobody should wait for at sign-in. Forms import the schemas they check by from the contract itself.
 */
function slimOperations(): Plugin {
  const name = "@leitstand/contract/operations";
  return {
    name: "slim-operations",
    enforce: "pre",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const operations = ${JSON.stringify(callsOf())};` : undefined),
  };
}

function callsOf() {
  const calls = Object.values(operations as Record<string, Operation>).map((operation) => {
    const { id, method, path, auth, safe, bodyType, answerType, query, body, answer } = operation;
    // Of a parameter only whether it is a list with commas.
    const names = Object.entries(query?.properties ?? {}).map(([name, schema]) => [
      name,
      takesCommas(schema) ? { items: { enum: [] } } : {},
    ]);
    const known = { body: body && {}, answer: answer && {}, query: { properties: Object.fromEntries(names) } };
    return [id, { id, method, path, auth, safe, bodyType, answerType, ...known }];
  });
  return Object.fromEntries(calls);
}
