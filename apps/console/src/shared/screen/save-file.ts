/** Milliseconds until the object URL is released: by then the browser has read it. */
const OBJECT_URL_KEPT_MS = 60_000;

/** Hands a file to the browser, which saves it like a download. */
export function saveFile(bytes: Blob, file_name: string) {
  const url = URL.createObjectURL(bytes);
  Object.assign(document.createElement("a"), { href: url, download: file_name }).click();
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_KEPT_MS);
}
