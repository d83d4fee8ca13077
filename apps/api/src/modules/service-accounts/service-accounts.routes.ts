import { serviceAccountOperations } from "@leitstand/contract/people/service-accounts";
import { implementOperations } from "#platform/http/handler";
import {
  revokeTokenOfServiceAccount,
  changeServiceAccount,
  createServiceAccount,
  createServiceAccountToken,
  listServiceAccounts,
  listOwnServiceAccountTokens,
  listServiceAccountTokens,
} from "./service-accounts.service";

export const serviceAccountRoutes = implementOperations(serviceAccountOperations, {
  getOwnServiceAccountTokens: ({ tx, principal, now }) => listOwnServiceAccountTokens(tx, principal, now),
  getServiceAccountUsers: ({ tx, scope }) => listServiceAccounts(tx, scope),
  createServiceAccountUser: ({ tx, principal, scope, body }) => createServiceAccount(tx, { principal, scope }, body),
  updateServiceAccountUser: ({ tx, principal, scope, params, body }) =>
    changeServiceAccount(tx, { principal, scope }, { ...body, id: params.id }),
  getServiceAccountTokens: ({ tx, scope, params, now }) => listServiceAccountTokens(tx, scope, { ...params, now }),
  createServiceAccountToken: ({ tx, principal, scope, params, body, now }) =>
    createServiceAccountToken(tx, { principal, scope }, { ...body, id: params.id, now }),
  blacklistToken: ({ tx, principal, scope, params, body }) =>
    revokeTokenOfServiceAccount(tx, { principal, scope }, { ...params, ...body }),
});
