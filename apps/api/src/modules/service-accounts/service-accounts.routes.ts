import { serviceAccountOperations } from "@leitstand/contract/people/service-accounts";
import { implement } from "#platform/http/handler";
import {
  blacklist,
  changeAccount,
  createAccount,
  createToken,
  listAccounts,
  listOwnTokens,
  listTokens,
} from "./service-accounts.service";

export const serviceAccountRoutes = implement(serviceAccountOperations, {
  getOwnServiceAccountTokens: ({ tx, principal }) => listOwnTokens(tx, principal),
  getServiceAccountUsers: ({ tx, scope }) => listAccounts(tx, scope),
  createServiceAccountUser: ({ tx, principal, scope, body }) => createAccount(tx, { principal, scope }, body),
  updateServiceAccountUser: ({ tx, principal, scope, params, body }) =>
    changeAccount(tx, { principal, scope }, { ...body, id: params.id }),
  getServiceAccountTokens: ({ tx, scope, params }) => listTokens(tx, scope, params.id),
  createServiceAccountToken: ({ tx, principal, scope, params, body, now }) =>
    createToken(tx, { principal, scope }, { ...body, id: params.id, now }),
  blacklistToken: ({ tx, principal, scope, params, body }) =>
    blacklist(tx, { principal, scope }, { ...params, ...body }),
});
