import {
  assetOperations,
  caseAssetOperations,
  CaseFileUploadFields,
  rsaFileOperations,
  RsaFileUploadFields,
} from "@leitstand/contract/cases/assets";
import { VehicleFileUploadFields, vehicleFileOperations } from "@leitstand/contract/fleet/vehicle-checks";
import type { Static, TSchema } from "@leitstand/contract/core/schema";
import { attachmentHeaders } from "#platform/http/attachment";
import { readFileUpload } from "#platform/http/upload";
import { UploadByteBudget } from "#platform/http/limits/byte-budget";
import {
  implementOperations,
  defineRawConnectionHandler,
  type RawConnectionCall,
  type SharedServices,
} from "#platform/http/handler";
import { notFound } from "#platform/problem";
import {
  type AssetServices,
  deleteAsset,
  createAssetFileStore,
  getStoredAsset,
  storeUploadedFile,
} from "./assets.service";
import type { FileInspector } from "./inspection.service";

export function createAssetRoutes({ db, dataDir, rateLimitFactor }: SharedServices, inspection: FileInspector) {
  const parts: AssetServices = { db, files: createAssetFileStore(dataDir), inspection };
  const budget = new UploadByteBudget(rateLimitFactor);
  const receive = async ({ request, principal }: RawConnectionCall, path: string, fields: TSchema) =>
    readFileUpload(request, { fields, path, take: (bytes) => budget.take(principal, bytes) });
  return [
    ...implementOperations(assetOperations, {
      getAsset: defineRawConnectionHandler((call) => sendFile(parts, call, call.params.id)),
      deleteAsset: (call) => deleteAsset(call.tx, call, call.params.id),
    }),
    ...implementOperations(caseAssetOperations, {
      uploadCaseAssets: defineRawConnectionHandler((call) =>
        storeUploadedFile(parts, call, async (path) => {
          const { fields, file_name } = await receive(call, path, CaseFileUploadFields);
          return { file_name, ...(fields as Static<typeof CaseFileUploadFields>), case_id: call.params.id };
        }),
      ),
    }),
    ...implementOperations(vehicleFileOperations, {
      uploadVehicleAsset: defineRawConnectionHandler((call) =>
        storeUploadedFile(parts, call, async (path) => {
          const { fields, file_name } = await receive(call, path, VehicleFileUploadFields);
          const { client_id } = fields as Static<typeof VehicleFileUploadFields>;
          return { file_name, case_id: null, photo: { vehicle_id: call.params.id, photo_id: client_id } };
        }),
      ),
    }),
    ...implementOperations(rsaFileOperations, {
      uploadRsaFile: defineRawConnectionHandler((call) =>
        storeUploadedFile(parts, call, async (path) => {
          const { fields, file_name } = await receive(call, path, RsaFileUploadFields);
          const { case_id = null, ...others } = fields as Static<typeof RsaFileUploadFields>;
          return { file_name, ...others, case_id };
        }),
      ),
    }),
  ];
}

async function sendFile(parts: AssetServices, call: RawConnectionCall, id: string) {
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
