/** Headers of an answer that is a file: always to be saved, never shown in our origin, never sniffed, never run. */
export const attachmentHeaders = ({ file_name, mime_type }: { file_name: string; mime_type: string }) => ({
  "content-type": mime_type,
  "content-disposition": contentDispositionOf(file_name),
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
});

/** Content-Disposition by RFC 6266: a plain name for old clients, and the real one percent-encoded. */
function contentDispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
