import { createStore, type Store } from "@leitstand/app/store";
import type { Client } from "@leitstand/client/client";
import { notifications } from "@mantine/notifications";
import { createConsoleApiClient } from "#shared/api/api.ts";
import { saveFile } from "#shared/screen/save-file.ts";
import { ExportNotice } from "./export-notice.tsx";
import type { ExportProgress } from "./export-progress.ts";
import { retryWithNetwork } from "./with-network.ts";

/** Milliseconds after which an export shows its progress. */
const PROGRESS_SHOWN_AFTER_MS = 1_000;
const SAVED_NOTICE_MS = 4_000;
/**
 * Longest duration in milliseconds. A document may wait for others and takes up to half a minute itself; a year of
 * working time takes longer.
 */
const EXPORT_TIMEOUT_MS = 600_000;
const EXPORT_ATTEMPTS = 8;

export interface ExportRequest {
  /** Key of the request: an export with the same key runs only once at a time. */
  readonly key: string;
  /** Title of the export in the language of the screen. */
  readonly title: string;
  readonly ask: (client: Client, options: { readonly signal: AbortSignal }) => Promise<Response>;
}

const runningExports = new Set<string>();
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function markExportRunning(key: string, isRunning: boolean) {
  if (isRunning) runningExports.add(key);
  else runningExports.delete(key);
  if (runningExports.size > 0) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
}

/**
 * Fetches a file and hands it to the browser. It goes on while other things are done, shows its progress, and waits
 * while there is no network. Leaving the page would end it, so the browser asks first.
 */
export async function runExport(wanted: ExportRequest): Promise<void> {
  const { key, title } = wanted;
  if (runningExports.has(key)) return;
  markExportRunning(key, true);
  const id = `export ${key}`;
  const progress = createStore<ExportProgress>({ state: "asked" });
  const ending = new AbortController();
  const close = () => void notifications.hide(id);
  const again = () => {
    close();
    void runExport(wanted);
  };
  const notice = { title, progress, again, close, cancel: () => ending.abort() };
  const show = (autoClose: number | false) =>
    notifications.show({ id, autoClose, withCloseButton: false, message: <ExportNotice {...notice} /> });
  // The notice of the previous export would prevent that of this one.
  close();
  const timer = setTimeout(() => show(false), PROGRESS_SHOWN_AFTER_MS);
  try {
    const file_name = await retryWithNetwork((signal) => fetchAndSaveFile(wanted, progress, signal), {
      signal: ending.signal,
      onOffline: () => progress.set({ state: "offline" }),
    });
    progress.set({ state: "saved", file_name });
    close();
    show(SAVED_NOTICE_MS);
  } catch (fault) {
    if (ending.signal.aborted) return close();
    progress.set({ state: "failed", fault });
    show(false);
  } finally {
    clearTimeout(timer);
    markExportRunning(key, false);
  }
}

/** Fetches the file; returns the name under which it was saved. */
async function fetchAndSaveFile(
  { ask }: ExportRequest,
  progress: Store<ExportProgress>,
  signal: AbortSignal,
): Promise<string> {
  progress.set({ state: "asked" });
  const client = createConsoleApiClient({
    attempts: EXPORT_ATTEMPTS,
    timeoutMs: EXPORT_TIMEOUT_MS,
    onRetry: (fault, waitMs) => progress.set({ state: "waits", seconds: Math.ceil(waitMs / 1000), fault }),
  });
  const response = await ask(client, { signal });
  const file_name = fileNameOf(response.headers);
  saveFile(await readWithProgress(response, progress), file_name);
  return file_name;
}

async function readWithProgress(response: Response, progress: Store<ExportProgress>): Promise<Blob> {
  const length = response.headers.get("content-length");
  // The length of compressed content does not tell its size after decompression.
  const total = length === null || response.headers.has("content-encoding") ? undefined : Number(length);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    pieces.push(next.value);
    received += next.value.byteLength;
    progress.set({ state: "comes", received, total });
  }
  return new Blob(pieces, { type: response.headers.get("content-type") ?? "" });
}

/** File name that the server gives (RFC 6266), with all of its letters. */
function fileNameOf(headers: Headers): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get("content-disposition") ?? "") ?? [];
  return encoded === undefined ? "export" : decodeURIComponent(encoded);
}
