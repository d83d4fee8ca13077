import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { readCodeRangeBytes } from "./code-range";
import type { HelperProcessMessage } from "./helper-answers";
import type { WorkerProgramFile } from "./thread";

export interface HelperProcessOptions {
  readonly file: WorkerProgramFile;
  /** Bytes that its JavaScript objects may take. */
  readonly heapBytesMax: number;
  /** Maximum number of bytes that the process may have in memory; above this it ends itself. */
  readonly memoryBytesMax: number;
  /**
   * Bytes that the system gives it at all beside what Node sets aside for compiled code, where a process can be held to
   * that (Linux): a limit for growth faster than the process can check itself.
   */
  readonly dataBytesMax: number;
  /** Time limit in milliseconds for one question to the helper process. */
  readonly timeLimitMs: number;
}

/**
 * Error of a helper process that has ended: it took too long or too much memory, or crashed on its question. The next
 * question starts another process.
 */
export class HelperProcessEndedError extends Error {
  constructor(
    why: string,
    /** Whether the process had answered questions before, whose remains may have caused its end. */
    readonly hadAnswered: boolean,
  ) {
    super(why);
  }
}

/** Milliseconds for a start, which from the sources translates them first. */
const START_LIMIT_MS = 60_000;

interface PendingQuestion {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Process of its own for work that may stall, swell or crash: it is asked one question after the other, is ended when
 * one takes too long, and ends with the process that started it, however that ends. It gets none of our environment
 * variables.
 */
export class HelperProcess<Question, Answer> {
  private child: ChildProcess | undefined;
  private ready: Promise<void> | undefined;
  /** Resolves when the previous process has ended, which may take a moment to release its memory. */
  private gone: Promise<void> = Promise.resolve();
  private asking: PendingQuestion | undefined;
  /** Number of questions that this process has answered. */
  private answered = 0;

  constructor(private readonly options: HelperProcessOptions) {}

  /** Pid of the running process, if there is one: for tests and for measurements of memory. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async ask(question: Question): Promise<Answer> {
    if (this.asking) throw new Error("One question after the other.");
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.asking = { resolve: resolve as PendingQuestion["resolve"], reject };
        this.ready ??= this.gone.then(() => this.start());
        this.ready.then(() => {
          timer = setTimeout(() => this.end("It took too long."), this.options.timeLimitMs);
          this.child?.send({ question }, (error) => error && this.end(error.message));
        }, reject);
      });
    } finally {
      clearTimeout(timer);
      this.asking = undefined;
    }
  }

  /** Stops the process at once; waiting questions fail. */
  stop() {
    this.end("It was stopped.");
  }

  private start(): Promise<void> {
    const child = (this.child = spawnHelper(this.options));
    const lastWords = collectEndMessage(child);
    this.answered = 0;
    // The helper must not keep a process alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    this.gone = new Promise((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
    const ended = (code: number | null, signal: string | null) =>
      `It ended with ${signal ?? `code ${code}`}. ${lastWords()}`;
    child.on("close", (code, signal) => this.forget(child, ended(code, signal)));
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        this.forget(child, why);
        reject(new Error(`The helper process could not start. ${why}`));
      };
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        fail("It took too long.");
      }, START_LIMIT_MS);
      child.once("error", ({ message }) => fail(message));
      child.once("close", (code, signal) => fail(ended(code, signal)));
      child.on("message", (told: HelperProcessMessage) => {
        clearTimeout(timer);
        if (told.kind === "ready") resolve();
        else if (this.child !== child) return;
        else this.hear(told);
      });
    });
  }

  private hear(told: Exclude<HelperProcessMessage, { kind: "ready" }>) {
    this.answered++;
    if (told.kind === "answer") this.asking?.resolve(told.answer);
    else this.asking?.reject(Object.assign(new Error(told.message), { code: told.code }));
  }

  private end(why: string) {
    const { child } = this;
    if (!child) return;
    child.kill("SIGKILL");
    this.forget(child, why);
  }

  private forget(child: ChildProcess, why: string) {
    if (this.child !== child) return;
    this.child = undefined;
    this.ready = undefined;
    this.asking?.reject(new HelperProcessEndedError(why.trim(), this.answered > 0));
  }
}

const STDERR_BYTES_MAX = 10_000;
const ERROR_TEXT_MAX = 300;

/**
 * Collects the first line that a process writes about its end: when it runs out of memory that is the reason, and pages
 * of addresses follow.
 */
function collectEndMessage({ stderr }: ChildProcess): () => string {
  let heard = "";
  stderr?.setEncoding("utf8").on("data", (text: string) => {
    if (heard.length < STDERR_BYTES_MAX) heard += text.slice(0, STDERR_BYTES_MAX);
  });
  (stderr as Socket | null)?.unref();
  return () => {
    const lines = heard.split("\n").filter((line) => line.trim() !== "");
    return (lines.find((line) => line.includes("ERROR") || line.includes("Error")) ?? lines[0] ?? "").slice(
      0,
      ERROR_TEXT_MAX,
    );
  };
}

function spawnHelper({ file, heapBytesMax, memoryBytesMax, dataBytesMax }: HelperProcessOptions): ChildProcess {
  const isBundled = !import.meta.url.endsWith(".ts");
  const path = fileURLToPath(isBundled ? file.bundled : new URL("./thread-from-source.mjs", import.meta.url));
  const args = [...(isBundled ? [] : [fileURLToPath(file.source)]), String(memoryBytesMax)];
  // Started from the sources, the process has a thread of esbuild beside its own.
  const threads = isBundled ? 1 : 2;
  const options = ["--expose-gc", `--max-old-space-size=${Math.round(heapBytesMax / 1_048_576)}`];
  const limited = [
    "-c",
    'ulimit -d "$1" 2>/dev/null; shift; exec "$@"',
    "sh",
    String(Math.round((dataBytesMax + threads * readCodeRangeBytes()) / 1_024)),
    process.execPath,
  ];
  return fork(path, args, {
    // A shell sets the limit and becomes the process; Windows knows no such limit.
    ...(process.platform === "win32"
      ? { execArgv: options }
      : { execPath: "/bin/sh", execArgv: [...limited, ...options] }),
    // Environment of the helper: its input is not trusted, so it gets no secret. Few arenas give memory back sooner.
    env: { MALLOC_ARENA_MAX: "2", ...(process.env["SystemRoot"] ? { SystemRoot: process.env["SystemRoot"] } : {}) },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}
