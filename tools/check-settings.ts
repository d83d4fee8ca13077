/** Prints what is wrong with the settings in the environment, and exits with 1 then. */
import { readConfig } from "../apps/api/src/platform/configuration/config";
import { StartupError } from "../apps/api/src/platform/process/startup-error";

try {
  readConfig(process.env);
} catch (error) {
  for (const line of error instanceof StartupError ? error.sentences : [error]) console.error(line);
  process.exitCode = 1;
}
