import { LOGO_BYTES_MAX, LogoUploadFields, tenantOperations } from "@leitstand/contract/company/tenants";
import type { Static } from "@leitstand/contract/core/schema";
import { UploadByteBudget } from "#platform/http/limits/byte-budget";
import {
  implementOperations,
  defineAnonymousHandler,
  defineRawConnectionHandler,
  type RawConnectionCall,
  type SharedServices,
} from "#platform/http/handler";
import { problem } from "#platform/problem";
import { readFileUpload } from "#platform/http/upload";
import type { FileInspector } from "#modules/assets/index";
import { changeMasterData, createMasterDataEntry, listMasterData } from "./master-data.service";
import {
  changeTenantFrontend,
  findTenantConfigByDomain,
  getTenantConfig,
  getTenantFrontend,
  getTenantKey,
} from "./tenant-config.service";
import { replaceTenantLogo } from "./tenant-logos.service";
import { createTenant, getTenant, listBrands, listTenants, patchTenant } from "./tenants.service";

export function createTenantRoutes(services: SharedServices, inspection: FileInspector) {
  const budget = new UploadByteBudget(services.rateLimitFactor);
  return implementOperations(tenantOperations, {
    getTenants: (call) => listTenants(services, call),
    createTenant: ({ body }) => createTenant(services, body),
    getBrands: ({ tx }) => listBrands(tx),
    getTenantConfigByDomain: defineAnonymousHandler(({ query }) =>
      findTenantConfigByDomain(services, query.tenant_domain),
    ),
    getTenantConfig: defineAnonymousHandler(({ params }) => getTenantConfig(services, params.short_code)),
    getTenantFrontendConfig: defineAnonymousHandler(({ params }) => getTenantFrontend(services, params.short_code)),
    updateTenantFrontendConfig: ({ params, body, ...call }) =>
      changeTenantFrontend(services, call, { ...body, ...params }),
    getTenantKey: defineAnonymousHandler(({ params }) => getTenantKey(services, params.short_code)),
    getTenant: ({ params, ...call }) => getTenant(services, call, params.id),
    updateTenant: ({ params, body, ...call }) => patchTenant(services, call, { ...body, ...params }),
    patchTenant: ({ params, body, ...call }) => patchTenant(services, call, { ...body, ...params }),
    updateTenantPhoneNumberSignin: ({ params, body, ...call }) => patchTenant(services, call, { ...body, ...params }),
    updateTenantLogos: defineRawConnectionHandler((call) =>
      replaceTenantLogo(
        { ...services, inspection },
        { id: call.params.id, principal: call.principal, receive: (path) => receiveLogo(budget, call, path) },
      ),
    ),
    getTenantMasterData: ({ params, ...call }) => listMasterData(services, call, params.tenant_short_code),
    createTenantMasterData: ({ params, body, ...call }) =>
      createMasterDataEntry(services, call, { ...body, ...params }),
    updateTenantMasterData: ({ params, body, ...call }) => changeMasterData(services, call, { ...body, ...params }),
  });
}

/** Maximum number of bytes of the form without its file: its frame and its fields. */
const LOGO_FORM_BYTES_MAX = 20_000;

async function receiveLogo(
  budget: UploadByteBudget,
  { request, principal }: Pick<RawConnectionCall, "request" | "principal">,
  path: string,
) {
  let received = 0;
  const take = (bytes: number) => {
    received += bytes;
    if (received > LOGO_BYTES_MAX + LOGO_FORM_BYTES_MAX) throw problem("PAYLOAD_TOO_LARGE", { limit: LOGO_BYTES_MAX });
    budget.take(principal, bytes);
  };
  const { fields } = await readFileUpload(request, { fields: LogoUploadFields, path, take });
  return fields as Static<typeof LogoUploadFields>;
}
