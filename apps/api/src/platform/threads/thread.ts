import { type TransferListItem, Worker } from "node:worker_threads";
import type { ThreadRequest, ThreadResponse } from "./thread-answers";

/**
 * File that a thread or a process runs: its TypeScript, and beside the bundle its JavaScript, which tools/build.mjs
 * makes.
 */
export interface WorkerProgramFile {
  readonly source: URL;
  readonly bundled: URL;
}

export interface WorkerThreadOptions {
  readonly file: WorkerProgramFile;
  /** Data that the thread begins with. */
  readonly data: unknown;
  /** Buffers that are handed over to the thread instead of copied; the caller cannot use them afterwards. */
  readonly transfer: readonly TransferListItem[];
  /** Bytes that its objects may take; a thread that needs more ends alone, with an error that `isOutOfMemoryError` knows. */
  readonly heapBytesMax?: number;
  /** Whether it leaves the processors to the rest of the server while that has work. */
  readonly yields?: boolean;
}

interface PendingAnswer {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Questions that a thread answers: names, each with the types of question and answer. */
export type ThreadQuestions = Readonly<Record<string, { readonly question: unknown; readonly answer: unknown }>>;

/** Thread for questions that take much processor time; they are answered one after the other. */
export class WorkerThread<Q extends ThreadQuestions> {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, PendingAnswer>();
  private readonly ready: Promise<void>;
  private ended: Error | undefined;
  private asked = 0;
  private users = 0;
  private retiring: (() => void) | undefined;

  private constructor({ file, data, transfer, heapBytesMax, yields = false }: WorkerThreadOptions) {
    const isBundled = !import.meta.url.endsWith(".ts");
    this.worker = new Worker(isBundled ? file.bundled : new URL("./thread-from-source.mjs", import.meta.url), {
      workerData: { source: file.source.href, data, yields },
      transferList: [...transfer],
      ...(heapBytesMax ? { resourceLimits: { maxOldGenerationSizeMb: Math.round(heapBytesMax / 1_048_576) } } : {}),
    });
    this.ready = new Promise((resolve, reject) => this.waiting.set(0, { resolve: () => resolve(), reject }));
    this.worker.on("message", (response: ThreadResponse) => this.hear(response));
    this.worker.on("error", (error) => this.end(error));
    this.worker.on("exit", (code) => this.end(new Error(`The thread ended with code ${code}.`)));
  }

  /** Starts a thread; resolves when it is ready, rejects with the error that kept it from starting. */
  static async start<Q extends ThreadQuestions>(start: WorkerThreadOptions): Promise<WorkerThread<Q>> {
    const thread = new WorkerThread<Q>(start);
    await thread.ready;
    return thread;
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  ask<K extends keyof Q>(name: K, question: Q[K]["question"]): Promise<Q[K]["answer"]> {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name: String(name), question } satisfies ThreadRequest);
    });
  }

  /** Runs work of several questions; the thread is not retired before it is over. */
  async use<T>(work: (thread: this) => Promise<T>): Promise<T> {
    this.users++;
    try {
      return await work(this);
    } finally {
      this.users--;
      if (this.isIdle) this.retiring?.();
    }
  }

  /** Answers all questions asked so far, and then ends the thread. */
  async retire(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => (this.retiring = resolve));
    await this.stop();
  }

  /** Stops the thread at once; questions still waiting fail. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private hear({ id, ...response }: ThreadResponse) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if ("fault" in response) waiting?.reject(response.fault);
    else waiting?.resolve(response.answer);
    if (this.isIdle) this.retiring?.();
  }

  private get isIdle(): boolean {
    return this.ended !== undefined || (this.waiting.size === 0 && this.users === 0);
  }

  private end(error: Error) {
    this.ended ??= error;
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
    this.retiring?.();
  }
}

export const isOutOfMemoryError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
