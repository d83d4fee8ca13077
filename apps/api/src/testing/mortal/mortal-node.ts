import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { ClockCommand, KillableNodePart } from "./mortal-process";
import type { DeliveryMutant } from "./mutants";

const processSource = fileURLToPath(new URL("./mortal-process.ts", import.meta.url));
/** Inside the package, so that the bundle finds the package's dependencies and its lists. */
const bundleFolder = fileURLToPath(new URL("../../../dist/", import.meta.url));

export interface KillableNodeOptions {
  readonly part: KillableNodePart;
  readonly databaseUrl: string;
  readonly mutant?: DeliveryMutant | undefined;
}

/** Part of a node, made to be killed; its clock continues from one start to the next. */
export class KillableNode {
  /** Complaints of the node, and each of its ends that the test did not cause. */
  readonly faults: string[] = [];
  kills = 0;
  private offsetMs = 0;
  private child: ChildProcess | undefined;

  private constructor(
    private readonly home: string,
    private readonly program: string,
    private readonly options: KillableNodeOptions,
  ) {}

  /** Bundles the part into one file, so that it starts in a fraction of a second. */
  static async open(options: KillableNodeOptions): Promise<KillableNode> {
    mkdirSync(bundleFolder, { recursive: true });
    const home = mkdtempSync(join(bundleFolder, "mortal-"));
    const program = join(home, "mortal.mjs");
    await build({
      entryPoints: [processSource],
      outfile: program,
      bundle: true,
      external: [
        "pg",
        "@node-rs/argon2",
        "ipaddr.js",
        "typebox",
        "typebox/*",
        "fastify",
        "fastify/*",
        "ajv",
        "ajv/*",
        "ajv-formats",
        "ajv-formats/*",
      ],
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    const node = new KillableNode(home, program, options);
    await node.start();
    return node;
  }

  async start() {
    const { part, databaseUrl, mutant } = this.options;
    const child = fork(this.program, {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        PART: part,
        OFFSET_MS: String(this.offsetMs),
        ...(mutant ? { MUTANT: mutant } : {}),
      },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.on("data", (piece) => this.faults.push(String(piece)));
    child.once("exit", (code, signal) => {
      if (this.child === child) this.faults.push(`It ended by itself: ${code ?? signal}`);
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("exit", () => reject(new Error(`The node ended before it had started.\n${this.faults.join("")}`)));
    });
  }

  /** Kills the process without warning. */
  async kill() {
    const { child } = this;
    this.child = undefined;
    this.kills++;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGKILL");
    await ended;
  }

  advance(seconds: number) {
    this.offsetMs += seconds * 1000;
    const order: ClockCommand = { offsetMs: this.offsetMs };
    this.child?.send(order);
  }

  get minutesPassed() {
    return this.offsetMs / 60_000;
  }

  async close() {
    if (this.child) await this.kill();
    rmSync(this.home, { recursive: true, force: true });
    if (this.faults.length > 0) throw new Error(this.faults.join("\n"));
  }
}
