import { createConsoleApiClient } from "#shared/api/api.ts";

/** Uploads a file of a case and reports its progress from 0 to 1. Repeated, it is stored once. Throws `ApiProblem`. */
export const uploadCaseFile = (id: string, file: File, onProgress: (share: number) => void) =>
  createConsoleApiClient({ fetch: fetchWithProgress(onProgress), timeoutMs: UPLOAD_TIMEOUT_MS }).uploadCaseAssets({
    id,
    file,
    client_id: crypto.randomUUID(),
  });

/** Timeout in milliseconds: 25 MB on a slow connection. */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Upload with progress by XMLHttpRequest, because `fetch` does not report what has been sent. */
const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? "POST", input instanceof Request ? input.url : input.toString());
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      request.addEventListener("load", () => {
        const headers = request.getAllResponseHeaders().trim().split(/\r?\n/);
        const pairs = headers.map((line) => line.split(/:\s*/, 2) as [string, string]);
        resolve(new Response(request.responseText, { status: request.status, headers: pairs }));
      });
      request.addEventListener("error", () => reject(new TypeError("network error")));
      request.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      init?.signal?.addEventListener("abort", () => request.abort());
      request.send((init?.body ?? null) as XMLHttpRequestBodyInit | null);
    });
