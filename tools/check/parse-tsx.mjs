/**
 * Patch of dependency-cruiser, which asks swc for TypeScript without JSX whatever the file is called, and has no option
 * for it. Loaded before it (`node --import`), this adds what the name of a file says; TypeScript 7, the other parser,
 * has no API to parse.
 */
import swc from "@swc/core";

const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith(".tsx") });
