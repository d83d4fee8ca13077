import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { answerStarter } from "#platform/threads/helper-answers";
import { type FileType, findType, guessType } from "./file-type";
import { rewritePicture } from "./images.service";
import { type FileAnswer, type FileQuestion, rewrittenPathOf } from "./inspection";
import { findPdfFault } from "./pdf.service";

/** The process that looks at files which nobody trusts: see inspection.service.ts, which asks it. */
answerStarter<FileQuestion, FileAnswer>(async ({ path }) => {
  const bytes = await readFile(path);
  if (bytes.length === 0) return { fault: "EMPTY" };
  const mime_type = findType(bytes);
  if (!mime_type) return { detected: guessType(bytes) };
  return mime_type === "application/pdf" ? answerPdf(path, bytes) : answerPicture(path, bytes, mime_type);
});

function answerPdf(path: string, bytes: Buffer): FileAnswer {
  const fault = findPdfFault(bytes);
  if (fault) return { fault };
  return { found: { mime_type: "application/pdf", path, ...described(bytes), width: null, height: null } };
}

async function answerPicture(path: string, bytes: Buffer, mime_type: FileType): Promise<FileAnswer> {
  const picture = await rewritePicture(bytes, mime_type);
  if ("fault" in picture) return picture;
  const rewritten = rewrittenPathOf(path);
  await writeFile(rewritten, picture.bytes, { flag: "wx", mode: 0o600 });
  const { width, height } = picture;
  return { found: { mime_type, path: rewritten, ...described(picture.bytes), width, height } };
}

const described = (bytes: Buffer) => ({
  size_bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});
