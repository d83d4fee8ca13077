import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { openApiToolsFolder } from "./tools";

const runFile = promisify(execFile);
const strictCompilerOptions =
  "--noEmit --strict --noUncheckedIndexedAccess --module esnext --moduleResolution bundler --target es2022 --types node".split(
    " ",
  );

/**
 * Generates types and a client as an integrator would, compiles them with a program that uses it, and returns what that
 * prints.
 */
export async function runGeneratedClient(openApi: string, args: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "leitstand-client-"));
  const bin = (name: string) => `${openApiToolsFolder}node_modules/.bin/${name}`;
  const at = { cwd: folder };
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await symlink(`${openApiToolsFolder}node_modules`, join(folder, "node_modules"));
    await copyFile(new URL("client-journey.ts.txt", import.meta.url), join(folder, "journey.ts"));
    const options = ["--client", "@hey-api/client-fetch", "--silent"];
    await runFile(bin("openapi-ts"), ["--input", openApi, "--output", "client", ...options], at);
    await runFile(bin("openapi-typescript"), [openApi, "--output", "types.ts"], at);
    await runFile(bin("tsc"), [...strictCompilerOptions, "journey.ts", "types.ts"], at);
    await build({
      entryPoints: [join(folder, "journey.ts")],
      outfile: join(folder, "journey.js"),
      bundle: true,
      format: "esm",
    });
    const { stdout } = await runFile(process.execPath, ["journey.js", ...args], at);
    return JSON.parse(stdout);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`The generated client failed: ${String(error)}\n${stdout}${stderr}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
