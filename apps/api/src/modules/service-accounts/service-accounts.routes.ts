import { serviceAccountOperations } from "@leitstand/contract/people/service-accounts";
import { implementOperations } from "#platform/http/handler";
import {
  revokeToken,
  changeServiceAccount,
  createServiceAccount,
  createServiceAccountToken,
  listServiceAccounts,
  listOwnTokens,
  listServiceAccountTokens,
} from "./service-accounts.service";

export const serviceAccountRoutes = implementOperations(serviceAccountOperations, {
  getOwnServiceAccountTokens: ({ tx, principal }) => listOwnTokens(tx, principal),
  getServiceAccountUsers: ({ tx, scope }) => listServiceAccounts(tx, scope),
  createServiceAccountUser: ({ tx, principal, scope, body }) => createServiceAccount(tx, { principal, scope }, body),
  updateServiceAccountUser: ({ tx, principal, scope, params, body }) =>
    changeServiceAccount(tx, { principal, scope }, { ...body, id: params.id }),
  getServiceAccountTokens: ({ tx, scope, params }) => listServiceAccountTokens(tx, scope, params.id),
  createServiceAccountToken: ({ tx, principal, scope, params, body, now }) =>
    createServiceAccountToken(tx, { principal, scope }, { ...body, id: params.id, now }),
  blacklistToken: ({ tx, principal, scope, params, body }) =>
    revokeToken(tx, { principal, scope }, { ...params, ...body }),
});
