import {
  assetOperations,
  caseAssetOperations,
  CaseFileFields,
  rsaFileOperations,
  RsaFileFields,
} from "@leitstand/contract/cases/assets";
import { VehicleFileFields, vehicleFileOperations } from "@leitstand/contract/fleet/vehicle-checks";
import type { Static, TSchema } from "@leitstand/contract/core/schema";
import { attachmentHeaders } from "#platform/http/attachment";
import { readUpload } from "#platform/http/upload";
import { ByteBudget } from "#platform/http/limits/byte-budget";
import { implementOperations, unmanagedHandler, type UnmanagedCall, type Services } from "#platform/http/handler";
import { notFound } from "#platform/problem";
import { type AssetServices, deleteAsset, assetFilesOf, getStoredAsset, storeUploadedFile } from "./assets.service";
import type { FileInspection } from "./inspection.service";

export function createAssetRoutes({ db, dataDir, rateLimitFactor }: Services, inspection: FileInspection) {
  const parts: AssetServices = { db, files: assetFilesOf(dataDir), inspection };
  const budget = new ByteBudget(rateLimitFactor);
  const receive = async ({ request, principal }: UnmanagedCall, path: string, fields: TSchema) =>
    readUpload(request, { fields, path, take: (bytes) => budget.take(principal, bytes) });
  return [
    ...implementOperations(assetOperations, {
      getAsset: unmanagedHandler((call) => sendFile(parts, call, call.params.id)),
      deleteAsset: (call) => deleteAsset(call.tx, call, call.params.id),
    }),
    ...implementOperations(caseAssetOperations, {
      uploadCaseAssets: unmanagedHandler((call) =>
        storeUploadedFile(parts, call, async (path) => {
          const { fields, file_name } = await receive(call, path, CaseFileFields);
          return { file_name, ...(fields as Static<typeof CaseFileFields>), case_id: call.params.id };
        }),
      ),
    }),
    ...implementOperations(vehicleFileOperations, {
      uploadVehicleAsset: unmanagedHandler((call) =>
        storeUploadedFile(parts, call, async (path) => {
          const { fields, file_name } = await receive(call, path, VehicleFileFields);
          const { client_id } = fields as Static<typeof VehicleFileFields>;
          return { file_name, case_id: null, photo: { vehicle_id: call.params.id, photo_id: client_id } };
        }),
      ),
    }),
    ...implementOperations(rsaFileOperations, {
      uploadRsaFile: unmanagedHandler((call) =>
        storeUploadedFile(parts, call, async (path) => {
          const { fields, file_name } = await receive(call, path, RsaFileFields);
          const { case_id = null, ...others } = fields as Static<typeof RsaFileFields>;
          return { file_name, ...others, case_id };
        }),
      ),
    }),
  ];
}

async function sendFile(parts: AssetServices, call: UnmanagedCall, id: string) {
  const { path, mime_type, file_name, size_bytes, sha256 } = await getStoredAsset(parts, call, id);
  const { request, reply } = call;
  reply.headers({ ...attachmentHeaders({ file_name, mime_type }), etag: `"${sha256}"` });
  if (request.headers["if-none-match"] === `"${sha256}"`) return reply.code(304).send();
  const stream = await parts.files.read(path).catch((error: NodeJS.ErrnoException) => {
    // The file of this row is gone: it was deleted and swept since the row was read, or the directory was not restored.
    throw error.code === "ENOENT" ? notFound("asset", id) : error;
  });
  return reply.header("content-length", size_bytes).send(stream);
}
