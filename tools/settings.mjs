/** Checks the settings of a start by the sources of the product, while it is not built. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("check-settings.ts", import.meta.url));

/** Ends this process where a setting is wrong; what is wrong has been printed then. */
export function endAtWrongSettings() {
  // A process of its own: the product runs in this one, without what reads TypeScript.
  const { status } = spawnSync(process.execPath, ["--import", import.meta.resolve("tsx"), script], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
