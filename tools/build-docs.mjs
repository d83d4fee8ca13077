/** Builds the documentation site in a process of its own: see buildDocsBeside. */
import { exitWhenStopped } from "./beside.mjs";
import { buildDocs } from "./build.mjs";

exitWhenStopped();
await buildDocs();
