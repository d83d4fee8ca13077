/** Builds the documentation site in a process of its own: see buildDocsInChildProcess. */
import { exitWhenStopped } from "./beside.mjs";
import { buildDocs } from "./build.mjs";

exitWhenStopped();
await buildDocs();
