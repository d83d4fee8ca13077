import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { FILE_BYTES_MAX } from "@leitstand/contract/limits";
import type { TSchema } from "@leitstand/contract/schema";
import { Problem, problem } from "../problem";
import { checkBody } from "./validation";

export interface Upload {
  readonly bytes: Buffer;
  /** As the sender called it, without folders; may hold anything. */
  readonly file_name: string;
  /** The text fields beside the file, checked against the operation's body. */
  readonly fields: Record<string, unknown>;
}

const FIELD_BYTES_MAX = 10_000;
/** The file and a handful of fields; a form with more is none of ours. */
const PARTS_MAX = 10;

const invalid = (rule: string, field = "file", limit?: number) =>
  new Problem("VALIDATION_FAILED", [{ field, rule, limit }]);

/** Reads `multipart/form-data` with exactly one part `file` into memory, where it is looked through before it is kept. */
export async function readUpload(request: FastifyRequest, fields: TSchema): Promise<Upload> {
  const type = request.headers["content-type"] ?? "";
  if (!/;\s*boundary=("[^"]+"|[^\s;"]+)/i.test(type)) throw invalid("boundary", "content-type");
  const form = await parse(request.raw, type);
  checkBody(fields, form.fields);
  const [file] = form.files;
  if (!file) throw invalid("required");
  if (form.files.length > 1) throw invalid("maxItems", "file", 1);
  if (file.bytes.length === 0) throw problem("FILE_CONTENT_INVALID", { reason: "EMPTY" });
  return { ...file, fields: form.fields };
}

interface Form {
  readonly files: { bytes: Buffer; file_name: string }[];
  readonly fields: Record<string, unknown>;
}

function parse(source: IncomingMessage, type: string): Promise<Form> {
  const form: Form = { files: [], fields: {} };
  const reader = new Busboy({
    headers: { "content-type": type },
    limits: { fileSize: FILE_BYTES_MAX, files: 2, fields: PARTS_MAX, fieldSize: FIELD_BYTES_MAX, parts: PARTS_MAX },
  });
  return new Promise((resolve, reject) => {
    // The rest is read to nowhere, so that the answer gets through to a sender who is still sending.
    const refuse = (fault: Error) => {
      source.unpipe(reader);
      source.resume();
      reject(fault);
    };
    reader.on("file", (name, stream, file_name) => {
      const chunks: Buffer[] = [];
      if (name !== "file") refuse(problem("REQUEST_UNKNOWN_FIELD", { field: name.slice(0, 200) }));
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("limit", () => refuse(problem("PAYLOAD_TOO_LARGE", { limit: FILE_BYTES_MAX })));
      stream.on("error", () => refuse(invalid("multipart")));
      stream.on("end", () => form.files.push({ bytes: Buffer.concat(chunks), file_name: String(file_name ?? "") }));
    });
    reader.on("field", (...[name, value, nameTruncated, valueTruncated]) => {
      if (nameTruncated || valueTruncated) return refuse(invalid("maxLength", name.slice(0, 200), FIELD_BYTES_MAX));
      if (Object.hasOwn(form.fields, name)) return refuse(invalid("unique", name.slice(0, 200)));
      Object.defineProperty(form.fields, name, { value, enumerable: true });
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      reader.on(limit, () => refuse(invalid("maxItems", "file", 1)));
    reader.on("error", () => refuse(invalid("multipart")));
    reader.on("finish", () => resolve(form));
    // The sender went away in the middle.
    source.on("close", () => source.complete || reject(invalid("multipart")));
    source.pipe(reader);
  });
}
