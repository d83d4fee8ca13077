import { ImportUploadFields, importOperations } from "@leitstand/contract/company/imports";
import { IMPORT_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { Static } from "@leitstand/contract/core/schema";
import { DiskFileStore } from "#platform/files/files";
import { UploadByteBudget } from "#platform/http/limits/byte-budget";
import { implementOperations, defineRawConnectionHandler, type SharedServices } from "#platform/http/handler";
import { checkRequestBody } from "#platform/http/input/validation";
import { readFileUpload } from "#platform/http/upload";
import { problem } from "#platform/problem";
import { assetsFolderOf } from "#modules/assets/index";
import { beginApplyingImport, getImport } from "./apply-import.service";
import { checkImport } from "./check-import.service";

/** Maximum number of bytes around the file in its form. */
const FORM_OVERHEAD_BYTES_MAX = 16_384;

export function createImportRoutes(services: SharedServices) {
  const { db, dataDir, rateLimitFactor } = services;
  // Incoming files are among the drafts that are swept after a crash.
  const parts = { db, files: new DiskFileStore(assetsFolderOf(dataDir)), services, checkBody: checkRequestBody };
  const budget = new UploadByteBudget(rateLimitFactor);
  return implementOperations(importOperations, {
    checkImport: defineRawConnectionHandler(({ request, principal, now }) =>
      checkImport(parts, { principal, now }, async (path) => {
        let received = 0;
        const take = (bytes: number) => {
          received += bytes;
          if (received > IMPORT_FILE_BYTES_MAX + FORM_OVERHEAD_BYTES_MAX)
            throw problem("PAYLOAD_TOO_LARGE", { limit: IMPORT_FILE_BYTES_MAX });
          budget.take(principal, bytes);
        };
        const { fields } = await readFileUpload(request, { fields: ImportUploadFields, path, take });
        return (fields as Static<typeof ImportUploadFields>).kind;
      }),
    ),
    applyImport: ({ tx, principal, now, params }) => beginApplyingImport(tx, { principal, services, now }, params.id),
    getImport: ({ tx, principal, params }) => getImport(tx, principal, params.id),
  });
}
