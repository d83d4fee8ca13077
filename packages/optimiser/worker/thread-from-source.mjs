/** Starts the thread from TypeScript, where nothing was built: in tests and tools. The hooks of the caller do not reach it. */
import { tsImport } from "tsx/esm/api";

await tsImport("./solver-thread.ts", import.meta.url);
