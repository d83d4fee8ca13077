import { gunzip } from "node:zlib";
import { REQUEST_BODY_BYTES_MAX, UPLOAD_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problem } from "../../problem";
import { findJsonFault } from "./json-fault";
import { hasRepeatedJsonNames } from "./repeated-names";

const JSON_TYPE_PATTERN = /^application\/json\s*(;\s*charset=("?)utf-?8\2\s*)?;?\s*$/i;
const SUPPORTED_MEDIA_TYPE = "application/json";

/** Checks before anything is read whether the body has an accepted type and size. */
export function checkBodyHeaders(request: FastifyRequest, expects: "json" | "multipart" | "nothing") {
  const { headers } = request;
  const length = Number(headers["content-length"] ?? 0);
  const limit = expects === "multipart" ? UPLOAD_FILE_BYTES_MAX + 65_536 : REQUEST_BODY_BYTES_MAX;
  if (length > limit) throw problem("PAYLOAD_TOO_LARGE", { limit });
  const hasBody = length > 0 || headers["transfer-encoding"] !== undefined;
  if (expects === "nothing" || !hasBody) return;
  const type = headers["content-type"] ?? "";
  if (expects === "multipart" && !/^multipart\/form-data\b/i.test(type)) {
    throw problem("MEDIA_TYPE_UNSUPPORTED", { supported: "multipart/form-data" });
  }
  if (expects === "json" && !JSON_TYPE_PATTERN.test(type))
    throw problem("MEDIA_TYPE_UNSUPPORTED", { supported: SUPPORTED_MEDIA_TYPE });
}

/** JSON is parsed here and nowhere else: UTF-8 only, gzip allowed, no `__proto__`, no name twice, never more than the limit. */
export function registerJsonBodyParser(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  // Uploads are read by their handlers, see upload.ts; no other route takes this type.
  app.addContentTypeParser("multipart/form-data", (_request, payload, done) => done(null, payload));
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: REQUEST_BODY_BYTES_MAX },
    async (request: FastifyRequest, packed: Buffer) => {
      if (packed.length === 0) return undefined;
      const text = decodeUtf8(await decompressBody(packed, request.headers["content-encoding"]));
      return new Promise((resolve, reject) => {
        void parse(request, text, (error: Error | null, body: unknown) =>
          error || hasRepeatedJsonNames(text, body) ? reject(malformedJsonProblem(text)) : resolve(body),
        );
      });
    },
  );
}

function decompressBody(packed: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === "identity") return Promise.resolve(packed);
  if (encoding !== "gzip") throw problem("MEDIA_TYPE_UNSUPPORTED", { supported: "gzip" });
  return new Promise((resolve, reject) => {
    gunzip(packed, { maxOutputLength: REQUEST_BODY_BYTES_MAX }, (error, unpacked) => {
      if (!error) return resolve(unpacked);
      const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      reject(
        isTooLarge
          ? problem("PAYLOAD_TOO_LARGE", { limit: REQUEST_BODY_BYTES_MAX })
          : problem("REQUEST_MALFORMED_JSON"),
      );
    });
  });
}

const utf8Decoder = new TextDecoder("utf-8", { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    throw problem("REQUEST_MALFORMED_JSON");
  }
}

const malformedJsonProblem = (text: string) => problem("REQUEST_MALFORMED_JSON", { position: findJsonFault(text) });
