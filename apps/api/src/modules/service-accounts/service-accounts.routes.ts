import { serviceAccountOperations } from "@leitstand/contract/people/service-accounts";
import { implement, raw, type Services } from "#platform/http/handler";
import {
  blacklist,
  changeAccount,
  createAccount,
  createToken,
  listAccounts,
  listOwnTokens,
  listTokens,
} from "./service-accounts.service";

export const createServiceAccountRoutes = ({ db }: Services) =>
  implement(serviceAccountOperations, {
    getOwnServiceAccountTokens: ({ tx, principal }) => listOwnTokens(tx, principal),
    getServiceAccountUsers: ({ tx, scope }) => listAccounts(tx, scope),
    createServiceAccountUser: ({ tx, principal, scope, body }) => createAccount(tx, { principal, scope }, body),
    updateServiceAccountUser: ({ tx, principal, scope, params, body }) =>
      changeAccount(tx, { principal, scope }, { ...body, id: params.id }),
    getServiceAccountTokens: ({ tx, scope, params }) => listTokens(tx, scope, params.id),
    // The call has a transaction of its own without stored answers, because the secret must be in no table.
    createServiceAccountToken: raw(({ principal, scope, params, body, now }) =>
      db.transaction(principal.tenant_id, (tx) =>
        createToken(tx, { principal, scope }, { ...body, id: params.id, now }),
      ),
    ),
    blacklistToken: ({ tx, principal, scope, params, body }) =>
      blacklist(tx, { principal, scope }, { ...params, ...body }),
  });
