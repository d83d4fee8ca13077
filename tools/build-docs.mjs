/** Builds the documentation site in a process of its own: see buildDocsBeside. */
import { buildDocs } from "./build.mjs";

// What this process has started ends with it.
process.once("SIGTERM", () => process.exit(143));
await buildDocs();
