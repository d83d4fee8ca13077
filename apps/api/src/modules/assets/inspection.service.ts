import { rm } from "node:fs/promises";
import { HelperProcessEndedError, HelperProcess } from "#platform/threads/helper-process";
import type { WorkerProgramFile } from "#platform/threads/thread";
import { problem } from "#platform/problem";
import {
  logoDrawingPath,
  type FileInspectionResult,
  type AcceptedFile,
  type FileInspectionRequest,
  type LogoDrawing,
  type LogoSizes,
  reencodedPicturePath,
} from "./inspection";

const INSPECTION_PROGRAM: WorkerProgramFile = {
  source: new URL("./inspection-process.service.ts", import.meta.url),
  bundled: new URL("./inspection-process.js", import.meta.url),
};
const MEGABYTE = 1_048_576;

/**
 * Time limit of one inspection. Pictures of 50 megapixels and PDF of 25 MB take up to four seconds, on a busy machine
 * many times that.
 */
const INSPECTION_TIMEOUT_MS = 30_000;
/**
 * Memory limit of the process: about 50 MB for itself, what the costliest picture takes (picture-header.ts), and its
 * file before and after.
 */
const MEMORY_BYTES_MAX = 310 * MEGABYTE;
/**
 * Limit of allocated memory, which counts what is reserved but unused: the costliest picture reserves as much again as
 * it uses.
 */
const DATA_BYTES_MAX = 680 * MEGABYTE;
const HEAP_BYTES_MAX = 64 * MEGABYTE;

/** Largest number of waiting files; more would wait longer than their senders do. */
const WAITING_FILES_MAX = 12;
const WAITING_FILES_PER_TENANT_MAX = 8;
const RETRY_AFTER_SECONDS = 5;

interface InspectionOptions {
  /** Called for each file during whose inspection the process ended. */
  readonly onEnd: (error: Error) => void;
  readonly timeLimitMs?: number;
  /** Program of the process, when it is not the one of the product. */
  readonly file?: WorkerProgramFile;
}

interface WaitingInspection {
  readonly tenantId: string;
  readonly begin: () => void;
}

/**
 * Inspects uploaded files in a separate process, one after the other, so that one memory limit holds for all. Tenants
 * take turns, and a file that would have to wait too long is refused.
 */
export class FileInspector {
  private readonly helper: HelperProcess<FileInspectionRequest, FileInspectionResult>;
  private readonly waiting: WaitingInspection[] = [];
  private isBusy = false;
  private served: string | undefined;

  constructor(private readonly options: InspectionOptions) {
    const { timeLimitMs = INSPECTION_TIMEOUT_MS, file = INSPECTION_PROGRAM } = options;
    this.helper = new HelperProcess({
      file,
      timeLimitMs,
      heapBytesMax: HEAP_BYTES_MAX,
      memoryBytesMax: MEMORY_BYTES_MAX,
      dataBytesMax: DATA_BYTES_MAX,
    });
  }

  get pid(): number | undefined {
    return this.helper.pid;
  }

  /** Throws SERVICE_UNAVAILABLE when there is no room for one more, before its bytes are read in vain. */
  checkRoom(tenantId: string) {
    const own = this.waiting.filter((waiting) => waiting.tenantId === tenantId).length;
    if (this.waiting.length >= WAITING_FILES_MAX || own >= WAITING_FILES_PER_TENANT_MAX)
      throw problem("SERVICE_UNAVAILABLE", { retry_after: RETRY_AFTER_SECONDS });
  }

  /** Throws FILE_TYPE_NOT_ALLOWED or FILE_CONTENT_INVALID unless the file may be kept. */
  async inspect(tenantId: string, path: string): Promise<AcceptedFile> {
    const answer = await this.ask(tenantId, { path });
    return "found" in answer ? answer.found : throwInspectionFault(answer);
  }

  /** Inspects a file that is to be a logo: draws it beside the file, smallest size first. */
  async draw(tenantId: string, path: string, logo: LogoSizes): Promise<readonly LogoDrawing[]> {
    const answer = await this.ask(tenantId, { path, logo });
    return "drawings" in answer ? answer.drawings : throwInspectionFault(answer);
  }

  stop() {
    this.helper.stop();
  }

  private async ask(tenantId: string, question: FileInspectionRequest): Promise<FileInspectionResult> {
    await this.takeTurn(tenantId);
    try {
      return (await this.tryToAsk(question)) ?? (await this.tryToAsk(question)) ?? { fault: "TOO_COMPLEX" };
    } finally {
      this.isBusy = false;
      this.callNext();
    }
  }

  /**
   * Answer of the process; undefined when the process ended and earlier files may have been the cause: a fresh process
   * then inspects the file.
   */
  private async tryToAsk(question: FileInspectionRequest): Promise<FileInspectionResult | undefined> {
    try {
      return await this.helper.ask(question);
    } catch (error) {
      if (!(error instanceof HelperProcessEndedError)) throw error;
      if (error.hadAnswered) {
        await removeDrawnFiles(question);
        return undefined;
      }
      this.options.onEnd(error);
      return { fault: "TOO_COMPLEX" };
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

  /** Calls the next waiting file, of another tenant than the last if one waits. */
  private callNext() {
    const other = this.waiting.findIndex(({ tenantId }) => tenantId !== this.served);
    const [next] = this.waiting.splice(Math.max(0, other), 1);
    if (!next) return;
    this.isBusy = true;
    next.begin();
  }
}

/** Removes files that the process had written before it ended. */
async function removeDrawnFiles({ path, logo }: FileInspectionRequest) {
  const drawn = logo?.heights.map((height) => logoDrawingPath(path, height)) ?? [];
  for (const left of [reencodedPicturePath(path), ...drawn]) await rm(left, { force: true });
}

function throwInspectionFault(answer: FileInspectionResult): never {
  if ("fault" in answer) throw problem("FILE_CONTENT_INVALID", { reason: answer.fault });
  if ("detected" in answer) throw problem("FILE_TYPE_NOT_ALLOWED", { detected: answer.detected });
  throw new Error("The helper process has answered another question.");
}
