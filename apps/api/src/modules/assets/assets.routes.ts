import {
  assetOperations,
  caseAssetOperations,
  CaseFileFields,
  rsaFileOperations,
  RsaFileFields,
} from "@leitstand/contract/assets";
import type { Static } from "@leitstand/contract/schema";
import { readUpload } from "#platform/http/upload";
import { implement, raw, type RawCall, type Services } from "#platform/module";
import { notFound } from "#platform/problem";
import { type AssetParts, deleteAsset, filesOf, getStored, keepFile } from "./assets.service";
import { dispositionOf } from "./file-type";

export function createAssetRoutes({ db, dataDir }: Services) {
  const parts: AssetParts = { db, files: filesOf(dataDir) };
  return [
    ...implement(assetOperations, {
      getAsset: raw((call) => sendFile(parts, call, call.params.id)),
      deleteAsset: (call) => deleteAsset(call.tx, call, call.params.id),
    }),
    ...implement(caseAssetOperations, {
      uploadCaseAssets: raw(async (call) => {
        const { fields, ...file } = await readUpload(call.request, CaseFileFields);
        return keepFile(parts, call, {
          ...file,
          ...(fields as Static<typeof CaseFileFields>),
          case_id: call.params.id,
        });
      }),
    }),
    ...implement(rsaFileOperations, {
      uploadRsaFile: raw(async (call) => {
        const { fields, ...file } = await readUpload(call.request, RsaFileFields);
        const { case_id = null, ...others } = fields as Static<typeof RsaFileFields>;
        return keepFile(parts, call, { ...file, ...others, case_id });
      }),
    }),
  ];
}

/** Always as something to save: never shown in our origin, never sniffed, never run. */
async function sendFile(parts: AssetParts, call: RawCall, id: string) {
  const { path, mime_type, file_name, size_bytes, sha256 } = await getStored(parts, call, id);
  const { request, reply } = call;
  reply.headers({
    "content-type": mime_type,
    "content-disposition": dispositionOf(file_name),
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    etag: `"${sha256}"`,
  });
  if (request.headers["if-none-match"] === `"${sha256}"`) return reply.code(304).send();
  const stream = await parts.files.read(path).catch((error: NodeJS.ErrnoException) => {
    // A row whose file is gone: deleted and swept while we looked, or a directory that was not brought along.
    throw error.code === "ENOENT" ? notFound("asset", id) : error;
  });
  return reply.header("content-length", size_bytes).send(stream);
}
