import { ImportFields, importOperations } from "@leitstand/contract/company/imports";
import { IMPORT_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { Static } from "@leitstand/contract/core/schema";
import { DiskFiles } from "#platform/files/files";
import { ByteBudget } from "#platform/http/limits/byte-budget";
import { implementOperations, unmanagedHandler, type Services } from "#platform/http/handler";
import { checkBody } from "#platform/http/input/validation";
import { readUpload } from "#platform/http/upload";
import { problem } from "#platform/problem";
import { assetsFolderOf } from "#modules/assets/index";
import { beginApplyingImport, getImport } from "./apply-import.service";
import { checkImport } from "./check-import.service";

/** Maximum number of bytes around the file in its form. */
const FORM_OVERHEAD_BYTES_MAX = 16_384;

export function createImportRoutes(services: Services) {
  const { db, dataDir, rateLimitFactor } = services;
  // Incoming files are among the drafts that are swept after a crash.
  const parts = { db, files: new DiskFiles(assetsFolderOf(dataDir)), services, checkBody };
  const budget = new ByteBudget(rateLimitFactor);
  return implementOperations(importOperations, {
    checkImport: unmanagedHandler(({ request, principal, now }) =>
      checkImport(parts, { principal, now }, async (path) => {
        let received = 0;
        const take = (bytes: number) => {
          received += bytes;
          if (received > IMPORT_BYTES_MAX + FORM_OVERHEAD_BYTES_MAX)
            throw problem("PAYLOAD_TOO_LARGE", { limit: IMPORT_BYTES_MAX });
          budget.take(principal, bytes);
        };
        const { fields } = await readUpload(request, { fields: ImportFields, path, take });
        return (fields as Static<typeof ImportFields>).kind;
      }),
    ),
    applyImport: ({ tx, principal, now, params }) => beginApplyingImport(tx, { principal, services, now }, params.id),
    getImport: ({ tx, principal, params }) => getImport(tx, principal, params.id),
  });
}
