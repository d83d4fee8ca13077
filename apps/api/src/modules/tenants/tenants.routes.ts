import { tenantOperations } from "@leitstand/contract/company/tenants";
import { implement, open, type Services } from "#platform/http/handler";
import { changeMasterData, createMasterData, listMasterData } from "./master-data.service";
import { changeFrontend, findConfigByDomain, getConfig, getFrontend, getKey } from "./tenant-config.service";
import { createTenant, getTenant, listBrands, listTenants, patchTenant } from "./tenants.service";

export const createTenantRoutes = (services: Services) =>
  implement(tenantOperations, {
    getTenants: (call) => listTenants(services, call),
    createTenant: ({ body }) => createTenant(services, body),
    getBrands: ({ tx }) => listBrands(tx),
    getTenantConfigByDomain: open(({ query }) => findConfigByDomain(services, query.tenant_domain)),
    getTenantConfig: open(({ params }) => getConfig(services, params.short_code)),
    getTenantFrontendConfig: open(({ params }) => getFrontend(services, params.short_code)),
    updateTenantFrontendConfig: ({ params, body, ...call }) => changeFrontend(services, call, { ...body, ...params }),
    getTenantKey: open(({ params }) => getKey(services, params.short_code)),
    getTenant: ({ params, ...call }) => getTenant(services, call, params.id),
    updateTenant: ({ params, body, ...call }) => patchTenant(services, call, { ...body, ...params }),
    patchTenant: ({ params, body, ...call }) => patchTenant(services, call, { ...body, ...params }),
    updateTenantPhoneNumberSignin: ({ params, body, ...call }) => patchTenant(services, call, { ...body, ...params }),
    getTenantMasterData: ({ params, ...call }) => listMasterData(services, call, params.tenant_short_code),
    createTenantMasterData: ({ params, body, ...call }) => createMasterData(services, call, { ...body, ...params }),
    updateTenantMasterData: ({ params, body, ...call }) => changeMasterData(services, call, { ...body, ...params }),
  });
