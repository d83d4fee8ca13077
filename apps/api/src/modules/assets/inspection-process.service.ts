import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { answerParentProcess } from "#platform/threads/helper-answers";
import { type FileType, detectFileType, guessMimeType } from "./file-type";
import { reencodePicture } from "./images.service";
import { drawLogoPngs } from "./logos.service";
import {
  logoDrawingPath,
  type FileInspectionResult,
  type FileInspectionRequest,
  type LogoSizes,
  reencodedPicturePath,
} from "./inspection";
import { findPdfFault } from "./pdf.service";

/** Process that inspects untrusted files; inspection.service.ts starts and queries it. */
answerParentProcess<FileInspectionRequest, FileInspectionResult>(async ({ path, logo }) => {
  const bytes = await readFile(path);
  if (bytes.length === 0) return { fault: "EMPTY" };
  if (logo) return drawUploadedLogo(path, bytes, logo);
  const mime_type = detectFileType(bytes);
  if (!mime_type) return { detected: guessMimeType(bytes) };
  return mime_type === "application/pdf" ? inspectPdf(path, bytes) : inspectPicture(path, bytes, mime_type);
});

function inspectPdf(path: string, bytes: Buffer): FileInspectionResult {
  const fault = findPdfFault(bytes);
  if (fault) return { fault };
  return { found: { mime_type: "application/pdf", path, ...sizeAndHash(bytes), width: null, height: null } };
}

async function inspectPicture(path: string, bytes: Buffer, mime_type: FileType): Promise<FileInspectionResult> {
  const picture = await reencodePicture(bytes, mime_type);
  if ("fault" in picture) return picture;
  const rewritten = reencodedPicturePath(path);
  await writeFile(rewritten, picture.bytes, { flag: "wx", mode: 0o600 });
  const { width, height } = picture;
  return { found: { mime_type, path: rewritten, ...sizeAndHash(picture.bytes), width, height } };
}

async function drawUploadedLogo(path: string, bytes: Buffer, sizes: LogoSizes): Promise<FileInspectionResult> {
  const drawn = await drawLogoPngs(bytes, sizes);
  if (!Array.isArray(drawn)) return drawn;
  const drawings = drawn.map(async ({ bytes: png, width, height }) => {
    const target = logoDrawingPath(path, height);
    await writeFile(target, png, { flag: "wx", mode: 0o600 });
    return { path: target, sha256: sizeAndHash(png).sha256, width, height };
  });
  return { drawings: await Promise.all(drawings) };
}

const sizeAndHash = (bytes: Buffer) => ({
  size_bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});
