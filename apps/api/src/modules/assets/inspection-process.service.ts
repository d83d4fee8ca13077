import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { answerStarter } from "#platform/threads/helper-answers";
import { type FileType, findType, guessType } from "./file-type";
import { rewritePicture } from "./images.service";
import { drawLogo } from "./logos.service";
import { drawnPathOf, type FileAnswer, type FileQuestion, type LogoSizes, rewrittenPathOf } from "./inspection";
import { findPdfFault } from "./pdf.service";

/** Process that inspects untrusted files; inspection.service.ts starts and queries it. */
answerStarter<FileQuestion, FileAnswer>(async ({ path, logo }) => {
  const bytes = await readFile(path);
  if (bytes.length === 0) return { fault: "EMPTY" };
  if (logo) return answerLogo(path, bytes, logo);
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

async function answerLogo(path: string, bytes: Buffer, sizes: LogoSizes): Promise<FileAnswer> {
  const drawn = await drawLogo(bytes, sizes);
  if (!Array.isArray(drawn)) return drawn;
  const drawings = drawn.map(async ({ bytes: png, width, height }) => {
    const target = drawnPathOf(path, height);
    await writeFile(target, png, { flag: "wx", mode: 0o600 });
    return { path: target, sha256: described(png).sha256, width, height };
  });
  return { drawings: await Promise.all(drawings) };
}

const described = (bytes: Buffer) => ({
  size_bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});
