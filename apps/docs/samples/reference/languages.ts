import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const executeFile = promisify(execFile);
const nodeModulesPath = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** Command of samples for Node, which is replaced: they run in one shared process instead. */
export const NODE_SCRIPT_COMMAND = "node";

/** Sample as a file; compiled languages have a folder for each. */
export interface SampleProgram {
  /** Id of the operation, which also names its file and package. */
  readonly id: string;
  readonly code: string;
}

/** Language of samples, and how to run them. */
export interface SampleLanguage {
  /** Label of the language's tab. */
  readonly label: string;
  readonly version: readonly [string, ...string[]];
  /** Writes all programs of the language, and compiles them where necessary. */
  readonly prepare: (folder: string, programs: readonly SampleProgram[]) => Promise<void>;
  readonly command: (folder: string, id: string) => readonly [program: string, ...args: string[]];
}

const writeProgramFiles = (suffix: string) => async (folder: string, programs: readonly SampleProgram[]) => {
  for (const { id, code } of programs) writeFileSync(join(folder, `${id}.${suffix}`), `${code}\n`);
};

export const sampleLanguages: readonly SampleLanguage[] = [
  {
    label: "Shell",
    version: ["bash", "--version"],
    prepare: writeProgramFiles("sh"),
    command: (folder, id) => ["bash", "-eu", join(folder, `${id}.sh`)],
  },
  {
    label: "TypeScript client",
    version: [process.execPath, "--version"],
    prepare: bundlePrograms,
    command: (folder, id) => [NODE_SCRIPT_COMMAND, join(folder, "out", `${id}.mjs`)],
  },
  {
    label: "JavaScript",
    version: [process.execPath, "--version"],
    prepare: writeProgramFiles("mjs"),
    command: (folder, id) => [NODE_SCRIPT_COMMAND, join(folder, `${id}.mjs`)],
  },
  {
    label: "Python",
    version: ["python3", "--version"],
    prepare: writeProgramFiles("py"),
    command: (folder, id) => ["python3", join(folder, `${id}.py`)],
  },
  {
    label: "PHP",
    version: ["php", "-r", "curl_version();"],
    prepare: writeProgramFiles("php"),
    command: (folder, id) => ["php", join(folder, `${id}.php`)],
  },
  {
    label: "Java",
    version: ["javac", "--version"],
    prepare: compilePrograms,
    // Each program lives for one request: a second stage of compilation would not pay off.
    command: (folder, id) => ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder, `${id}.Sample`],
  },
];

/** Bundles the programs with shared chunks, so that the client is loaded once and not for each sample. */
async function bundlePrograms(folder: string, programs: readonly SampleProgram[]) {
  await writeProgramFiles("ts")(folder, programs);
  await build({
    entryPoints: programs.map(({ id }) => join(folder, `${id}.ts`)),
    outdir: join(folder, "out"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    nodePaths: [nodeModulesPath],
    logLevel: "error",
  });
}

/** Compiles all programs; their classes have the same name, so each gets a package. */
async function compilePrograms(folder: string, programs: readonly SampleProgram[]) {
  const files = programs.map(({ id, code }) => {
    mkdirSync(join(folder, id), { recursive: true });
    const path = join(folder, id, "Sample.java");
    writeFileSync(path, `package ${id};\n${code}\n`);
    return path;
  });
  await executeFile("javac", ["-encoding", "UTF-8", "-d", folder, ...files]);
}

/** Whether this machine can run the language. */
export const isLanguageInstalled = ({ version: [program, ...args] }: SampleLanguage) =>
  executeFile(program, args).then(
    () => true,
    () => false,
  );
