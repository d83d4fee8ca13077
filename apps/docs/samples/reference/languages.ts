import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const execute = promisify(execFile);
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** Command that stands for Node: scripts run in one shared process instead. */
export const SCRIPT = "node";

/** Sample as a file; compiled languages have a folder for each. */
export interface Program {
  /** Id of the operation, which also names its file and package. */
  readonly id: string;
  readonly code: string;
}

/** Language of samples, and how to run them. */
export interface SampleLanguage {
  /** Label of its tab. */
  readonly label: string;
  readonly version: readonly [string, ...string[]];
  /** Writes all programs of the language, and compiles them where necessary. */
  readonly prepare: (folder: string, programs: readonly Program[]) => Promise<void>;
  readonly command: (folder: string, id: string) => readonly [program: string, ...args: string[]];
}

const asFiles = (suffix: string) => async (folder: string, programs: readonly Program[]) => {
  for (const { id, code } of programs) writeFileSync(join(folder, `${id}.${suffix}`), `${code}\n`);
};

export const sampleLanguages: readonly SampleLanguage[] = [
  {
    label: "Shell",
    version: ["bash", "--version"],
    prepare: asFiles("sh"),
    command: (folder, id) => ["bash", "-eu", join(folder, `${id}.sh`)],
  },
  {
    label: "TypeScript client",
    version: [process.execPath, "--version"],
    prepare: bundled,
    command: (folder, id) => [SCRIPT, join(folder, "out", `${id}.mjs`)],
  },
  {
    label: "JavaScript",
    version: [process.execPath, "--version"],
    prepare: asFiles("mjs"),
    command: (folder, id) => [SCRIPT, join(folder, `${id}.mjs`)],
  },
  {
    label: "Python",
    version: ["python3", "--version"],
    prepare: asFiles("py"),
    command: (folder, id) => ["python3", join(folder, `${id}.py`)],
  },
  {
    label: "PHP",
    version: ["php", "-r", "curl_version();"],
    prepare: asFiles("php"),
    command: (folder, id) => ["php", join(folder, `${id}.php`)],
  },
  {
    label: "Java",
    version: ["javac", "--version"],
    prepare: compiled,
    // Each program lives for one request: a second stage of compilation would not pay off.
    command: (folder, id) => ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder, `${id}.Sample`],
  },
];

/** Bundles the programs with shared chunks, so that the client is loaded once and not for each sample. */
async function bundled(folder: string, programs: readonly Program[]) {
  await asFiles("ts")(folder, programs);
  await build({
    entryPoints: programs.map(({ id }) => join(folder, `${id}.ts`)),
    outdir: join(folder, "out"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    nodePaths: [modules],
    logLevel: "error",
  });
}

/** Compiles all programs; their classes have the same name, so each gets a package. */
async function compiled(folder: string, programs: readonly Program[]) {
  const files = programs.map(({ id, code }) => {
    mkdirSync(join(folder, id), { recursive: true });
    const path = join(folder, id, "Sample.java");
    writeFileSync(path, `package ${id};\n${code}\n`);
    return path;
  });
  await execute("javac", ["-encoding", "UTF-8", "-d", folder, ...files]);
}

/** Whether this machine can run the language. */
export const isThere = ({ version: [program, ...args] }: SampleLanguage) =>
  execute(program, args).then(
    () => true,
    () => false,
  );
