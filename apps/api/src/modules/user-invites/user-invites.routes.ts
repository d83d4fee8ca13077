import { userInviteOperations } from "@leitstand/contract/people/user-invites";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import { answerOwnInvite, getInvite, inviteUser, listUserInvites } from "./user-invites.service";

export const createUserInviteRoutes = ({ publicUrl }: Pick<SharedServices, "publicUrl">) =>
  implementOperations(userInviteOperations, {
    getUserInvites: ({ tx, principal }) => listUserInvites(tx, principal),
    createUserInvite: ({ tx, principal, scope, body }) => inviteUser(tx, { principal, scope, publicUrl }, body),
    getUserInvite: ({ tx, principal, params }) => getInvite(tx, principal, params.id),
    answerUserInvite: ({ tx, principal, now, params, body }) =>
      answerOwnInvite(tx, { principal, now }, { id: params.id, action: body.action }),
  });
