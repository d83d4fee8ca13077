import { truncateText } from "@leitstand/contract/core/cut-text";
import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UPLOAD_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { TSchema } from "@leitstand/contract/core/schema";
import { Problem, problem } from "../problem";
import { checkRequestBody } from "./input/validation";

export interface ReceivedFileUpload {
  /** File name as the sender gave it, without folders; may hold any characters. */
  readonly file_name: string;
  /** The text fields beside the file, checked against the operation's body. */
  readonly fields: Record<string, unknown>;
}

export interface FileUploadOptions {
  readonly fields: TSchema;
  /** File to write, which does not exist yet. It is left there, also when this throws. */
  readonly path: string;
  /** Called with the size of each piece before it is stored; throws when the sender has sent enough. */
  readonly take: (bytes: number) => void;
}

const FIELD_BYTES_MAX = 10_000;
/** Maximum number of parts of a form: the file and a handful of fields. */
const FORM_PARTS_MAX = 10;

const invalidUploadProblem = (rule: string, field = "file", limit?: number) =>
  new Problem("VALIDATION_FAILED", [{ field, rule, limit }]);

/** Boundary of a form by RFC 2046, section 5.1.1. A longer one would make the search for it slow. */
const BOUNDARY_PATTERN = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** Reads `multipart/form-data` with exactly one part `file` onto the disk, where it is looked at before it is kept. */
export async function readFileUpload(request: FastifyRequest, options: FileUploadOptions): Promise<ReceivedFileUpload> {
  const type = request.headers["content-type"] ?? "";
  if (!BOUNDARY_PATTERN.test(type)) throw invalidUploadProblem("boundary", "content-type");
  const length = request.headers["content-length"];
  if (length !== undefined) options.take(Number(length));
  const form = await parseMultipart(request.raw, type, {
    ...options,
    take: length === undefined ? options.take : () => undefined,
  });
  checkRequestBody(options.fields, form.fields);
  const [file] = form.files;
  if (!file) throw invalidUploadProblem("required");
  if (form.files.length > 1) throw invalidUploadProblem("maxItems", "file", 1);
  if (file.size_bytes === 0) throw problem("FILE_CONTENT_INVALID", { reason: "EMPTY" });
  return { file_name: file.file_name, fields: form.fields };
}

interface UploadForm {
  readonly files: { size_bytes: number; file_name: string }[];
  readonly fields: Record<string, unknown>;
}

const multipartReaderOf = (type: string) =>
  new Busboy({
    headers: { "content-type": type },
    limits: {
      fileSize: UPLOAD_FILE_BYTES_MAX,
      files: 2,
      fields: FORM_PARTS_MAX,
      fieldSize: FIELD_BYTES_MAX,
      parts: FORM_PARTS_MAX,
    },
  });

async function parseMultipart(
  source: IncomingMessage,
  type: string,
  { path, take }: FileUploadOptions,
): Promise<UploadForm> {
  const form: UploadForm = { files: [], fields: {} };
  const reader = multipartReaderOf(type);
  const writing: Promise<void>[] = [];
  const stop = new AbortController();
  const reading = new Promise<void>((resolve, reject) => {
    // The rest is discarded, so that the answer gets through to a client that still sends.
    const refuse = (fault: Error) => {
      source.unpipe(reader);
      source.off("data", count);
      source.resume();
      stop.abort();
      reject(fault);
    };
    const count = (chunk: Buffer) => {
      try {
        take(chunk.length);
      } catch (fault) {
        refuse(fault as Error);
      }
    };
    reader.on("file", (name, stream, file_name) => {
      if (name !== "file") refuse(problem("REQUEST_UNKNOWN_FIELD", { field: truncateText(name, 200) }));
      stream.on("limit", () => refuse(problem("PAYLOAD_TOO_LARGE", { limit: UPLOAD_FILE_BYTES_MAX })));
      if (writing.length > 0) refuse(invalidUploadProblem("maxItems", "file", 1));
      stream.on("error", () => undefined); // Its writer reports the error, or it is refused already.
      if (stop.signal.aborted) return void stream.resume();
      const file = { size_bytes: 0, file_name: decodeFileName(String(file_name ?? "")) };
      form.files.push(file);
      stream.on("data", (chunk: Buffer) => (file.size_bytes += chunk.length));
      const written = writeUploadedFile(stream, path, stop.signal);
      written.catch(refuse);
      writing.push(written);
    });
    collectFormFields(reader, form, refuse);
    reader.on("error", () => refuse(invalidUploadProblem("multipart")));
    reader.on("finish", resolve);
    // The sender went away in the middle.
    source.on("close", () => source.complete || refuse(invalidUploadProblem("multipart")));
    source.on("data", count);
    source.pipe(reader);
  });
  try {
    await reading;
    // The last bytes may still fail for lack of room.
    await Promise.all(writing);
    return form;
  } finally {
    // All writing has ended before the caller removes the file.
    await Promise.allSettled(writing);
  }
}

/**
 * File name of a form, in which three characters are percent-encoded, and the percent sign is not (HTML Standard,
 * multipart/form-data).
 */
const decodeFileName = (name: string) => name.replaceAll("%22", '"').replaceAll(/%0[AD]/gi, " ");

function writeUploadedFile(stream: Readable, path: string, signal: AbortSignal): Promise<void> {
  const target = createWriteStream(path, { flags: "wx", mode: 0o600, signal });
  return pipeline(stream, target).catch((fault: NodeJS.ErrnoException) => {
    // An error with `errno` is a fault of the server, such as a full disk; otherwise the form ended within the file.
    throw fault.errno === undefined ? invalidUploadProblem("multipart") : fault;
  });
}

function collectFormFields(
  reader: ReturnType<typeof multipartReaderOf>,
  form: UploadForm,
  refuse: (fault: Error) => void,
) {
  reader.on("field", (...[name, value, nameTruncated, valueTruncated]) => {
    if (nameTruncated || valueTruncated)
      return refuse(invalidUploadProblem("maxLength", truncateText(name, 200), FIELD_BYTES_MAX));
    if (Object.hasOwn(form.fields, name)) return refuse(invalidUploadProblem("unique", truncateText(name, 200)));
    Object.defineProperty(form.fields, name, { value, enumerable: true, writable: true });
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    reader.on(limit, () => refuse(invalidUploadProblem("maxItems", "file", 1)));
}
