/** `npm run leitstand`: installs what is missing, builds what has changed and runs a command of the installation in this process. */
import { pathToFileURL } from "node:url";
import { installPackagesIfMissing } from "./install.mjs";

await installPackagesIfMissing();
const { buildApi, commandsBundle: commands } = await import("./build.mjs");
await buildApi();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(commands).href);
