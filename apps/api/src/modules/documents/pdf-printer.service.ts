import { isOutOfMemoryError, WorkerThread } from "#platform/threads/thread";
import { problem } from "#platform/problem";
import type { PaperDocument } from "./document";

type PrintThreadMessages = { readonly print: { readonly question: PaperDocument; readonly answer: Uint8Array } };

const PRINT_THREADS_MAX = 2;
/** Maximum number of documents that wait for a thread, and the longest wait; after that the caller has to try again. */
const WAITING_DOCUMENTS_MAX = 8;
const PRINT_WAIT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;
const HEAP_BYTES_MAX = 256 * 1_048_576;
const PRINT_TIMEOUT_MS = 30_000;
/** Time for which an idle thread is kept for the next document, because its fonts are read and its code is compiled. */
const IDLE_THREAD_MS = 60_000;

export interface PdfPrinterLimits {
  readonly heapBytesMax: number;
  readonly printMsMax: number;
  readonly waitMs: number;
}

interface PrintThreadSlot {
  thread?: WorkerThread<PrintThreadMessages>;
  idle?: NodeJS.Timeout;
  isTaken: boolean;
}

/** Makes PDFs in threads of their own, two at a time on this node, so that other requests continue. */
export class PdfPrinter {
  private readonly seats: readonly PrintThreadSlot[] = Array.from({ length: PRINT_THREADS_MAX }, () => ({
    isTaken: false,
  }));
  private readonly waiting: ((seat: PrintThreadSlot) => void)[] = [];
  private readonly limits: PdfPrinterLimits;

  /** @param folder where files are kept */
  constructor(
    private readonly folder: string,
    limits: Partial<PdfPrinterLimits> = {},
  ) {
    this.limits = { heapBytesMax: HEAP_BYTES_MAX, printMsMax: PRINT_TIMEOUT_MS, waitMs: PRINT_WAIT_MS, ...limits };
  }

  /**
   * Prints a document.
   * @returns the bytes of the file
   * @throws SERVICE_UNAVAILABLE when others are before it for too long,
   *   LIMIT_EXCEEDED when it takes more than a document may
   */
  async print(document: PaperDocument): Promise<Buffer> {
    const seat = await this.takeSeat();
    try {
      const bytes = await this.printOn(seat, document);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } finally {
      this.leaveSeat(seat);
    }
  }

  async stop() {
    for (const seat of this.seats) {
      clearTimeout(seat.idle);
      await this.stopThread(seat);
    }
  }

  /** Takes the thread off its seat before it is stopped: for a moment it would still accept a document, and lose it. */
  private async stopThread(seat: PrintThreadSlot) {
    const { thread } = seat;
    delete seat.thread;
    await thread?.stop();
  }

  private async printOn(seat: PrintThreadSlot, document: PaperDocument): Promise<Uint8Array> {
    const thread = seat.thread && !seat.thread.hasEnded ? seat.thread : await this.startThread();
    seat.thread = thread;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void this.stopThread(seat);
    }, this.limits.printMsMax);
    try {
      return await thread.ask("print", document);
    } catch (error) {
      if (isLate || isOutOfMemoryError(error))
        throw problem("LIMIT_EXCEEDED", { limit: this.limits.printMsMax / 1000 });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private startThread() {
    return WorkerThread.start<PrintThreadMessages>({
      file: {
        source: new URL("./pdf-thread.service.ts", import.meta.url),
        bundled: new URL("./pdf-thread.js", import.meta.url),
      },
      data: this.folder,
      transfer: [],
      heapBytesMax: this.limits.heapBytesMax,
      yields: true,
    });
  }

  private takeSeat(): Promise<PrintThreadSlot> {
    // A seat with a running thread is preferred.
    const free = this.seats.filter(({ isTaken }) => !isTaken);
    const seat = free.find(({ thread }) => thread && !thread.hasEnded) ?? free[0];
    if (seat) {
      seat.isTaken = true;
      clearTimeout(seat.idle);
      return Promise.resolve(seat);
    }
    if (this.waiting.length >= WAITING_DOCUMENTS_MAX) return Promise.reject(printersBusyProblem());
    return new Promise((resolve, reject) => {
      const take = (given: PrintThreadSlot) => {
        clearTimeout(timer);
        resolve(given);
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(printersBusyProblem());
      }, this.limits.waitMs);
      this.waiting.push(take);
    });
  }

  private leaveSeat(seat: PrintThreadSlot) {
    const next = this.waiting.shift();
    if (next) return next(seat);
    seat.isTaken = false;
    seat.idle = setTimeout(() => void this.stopThread(seat), IDLE_THREAD_MS);
    seat.idle.unref();
  }
}

const printersBusyProblem = () => problem("SERVICE_UNAVAILABLE", { retry_after: RETRY_AFTER_SECONDS });
