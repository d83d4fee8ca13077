import { HelperEnded, HelperProcess } from "#platform/threads/helper-process";
import { problem } from "#platform/problem";
import type { FileAnswer, FileFound, FileQuestion, LogoDrawing, LogoSizes } from "./inspection";

const FILE = {
  source: new URL("./inspection-process.service.ts", import.meta.url),
  bundled: new URL("./inspection-process.js", import.meta.url),
};
const MEGABYTE = 1_048_576;

/** Pictures of 50 megapixels and PDF of 25 MB take up to four seconds, on a machine that is busy many times that. */
const TIME_LIMIT_MS = 30_000;
/** Beside about 50 MB of the process itself what the costliest picture takes, see picture-header.ts. */
const MEMORY_BYTES_MAX = 275 * MEGABYTE;
/** Counts what is set aside but not used, too: the costliest picture sets as much aside again as it uses. */
const DATA_BYTES_MAX = 640 * MEGABYTE;
const HEAP_BYTES_MAX = 64 * MEGABYTE;

/** More than these would wait longer than their senders do. */
const WAITING_MAX = 12;
const WAITING_MAX_OF_TENANT = 8;
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  readonly tenantId: string;
  readonly begin: () => void;
}

/**
 * Looks at uploaded files in a process of its own, one after the other: what it may take of memory is what all of them take.
 * Tenants take turns, and who would have to wait too long is sent away.
 */
export class FileInspection {
  private readonly helper: HelperProcess<FileQuestion, FileAnswer>;
  private readonly waiting: Waiting[] = [];
  private isBusy = false;
  private served: string | undefined;

  constructor(timeLimitMs = TIME_LIMIT_MS) {
    this.helper = new HelperProcess({
      file: FILE,
      timeLimitMs,
      heapBytesMax: HEAP_BYTES_MAX,
      memoryBytesMax: MEMORY_BYTES_MAX,
      dataBytesMax: DATA_BYTES_MAX,
    });
  }

  get pid(): number | undefined {
    return this.helper.pid;
  }

  /** Throws SERVICE_UNAVAILABLE when there is no room for one more: before its bytes are read in vain. */
  checkRoom(tenantId: string) {
    const own = this.waiting.filter((waiting) => waiting.tenantId === tenantId).length;
    if (this.waiting.length >= WAITING_MAX || own >= WAITING_MAX_OF_TENANT)
      throw problem("SERVICE_UNAVAILABLE", { retry_after: RETRY_AFTER_SECONDS });
  }

  /** Throws FILE_TYPE_NOT_ALLOWED or FILE_CONTENT_INVALID unless the file may be kept. */
  async inspect(tenantId: string, path: string): Promise<FileFound> {
    const answer = await this.ask(tenantId, { path });
    return "found" in answer ? answer.found : refuse(answer);
  }

  /** The same of what is to be a logo: drawn beside the file, smallest first. */
  async draw(tenantId: string, path: string, logo: LogoSizes): Promise<readonly LogoDrawing[]> {
    const answer = await this.ask(tenantId, { path, logo });
    return "drawings" in answer ? answer.drawings : refuse(answer);
  }

  stop() {
    this.helper.stop();
  }

  private async ask(tenantId: string, question: FileQuestion): Promise<FileAnswer> {
    await this.takeTurn(tenantId);
    try {
      return await this.helper.ask(question);
    } catch (error) {
      if (error instanceof HelperEnded) return { fault: "TOO_COMPLEX" };
      throw error;
    } finally {
      this.isBusy = false;
      this.callNext();
    }
  }

  private async takeTurn(tenantId: string) {
    if (this.isBusy) {
      this.checkRoom(tenantId);
      await new Promise<void>((begin) => this.waiting.push({ tenantId, begin }));
    }
    this.isBusy = true;
    this.served = tenantId;
  }

  /** Another tenant than the last, if one waits. */
  private callNext() {
    const other = this.waiting.findIndex(({ tenantId }) => tenantId !== this.served);
    const [next] = this.waiting.splice(Math.max(0, other), 1);
    if (!next) return;
    this.isBusy = true;
    next.begin();
  }
}

function refuse(answer: FileAnswer): never {
  if ("fault" in answer) throw problem("FILE_CONTENT_INVALID", { reason: answer.fault });
  if ("detected" in answer) throw problem("FILE_TYPE_NOT_ALLOWED", { detected: answer.detected });
  throw new Error("The helper process has answered another question.");
}
