import { ownAccountOperations } from "@leitstand/contract/people/own-account";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import { changePasswordOfCaller, mailPasswordLinkToUser, mailOwnPasswordLink } from "./own-account.service";

/** Routes of the caller's account; `kinds` in the contract admits only people, so their user id is never null. */
export const createOwnAccountRoutes = (services: SharedServices) =>
  implementOperations(ownAccountOperations, {
    changeOwnPassword: ({ tx, principal, body }) =>
      changePasswordOfCaller(tx, services, { ...body, user_id: principal.subject_id }),
    requestPasswordChange: ({ tx, principal }) => mailOwnPasswordLink(tx, services, principal.subject_id),
    resendSetPasswordEmail: ({ tx, principal, scope, params }) =>
      mailPasswordLinkToUser(tx, services, { caller: { principal, scope }, id: params.id }),
  });
