/** Builds the documentation site in a process of its own, so that the product that runs beside it is not kept waiting. */
import { setPriority } from "node:os";
import { buildDocs } from "./build.mjs";

setPriority(10);
// What this process has started ends with it.
process.once("SIGTERM", () => process.exit(143));
await buildDocs();
