import { userOperations } from "@leitstand/contract/people/users";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import { getUserInfo } from "./user-info.service";
import {
  changeActiveStateOfUser,
  deleteUser,
  type UserDeletionHandler,
  removeBranchRolesOfUser,
  removeTenantRolesOfUser,
} from "./user-roles.service";
import {
  changeUser,
  createUser,
  getUser,
  unblockUserAndClearFailures,
  listUsers,
  allowPinResetOfUser,
} from "./users.service";

export const createUserRoutes = (services: SharedServices, onDelete: UserDeletionHandler) =>
  implementOperations(userOperations, {
    getUsers: ({ tx, principal, scope, query }) => listUsers(tx, { principal, scope }, query),
    createUser: ({ tx, principal, scope, now, body }) => createUser(tx, { principal, scope, services, now }, body),
    getUserInfo: ({ tx, principal }) => getUserInfo(tx, principal),
    getUser: ({ tx, principal, scope, params }) => getUser(tx, { principal, scope }, params.id),
    updateUser: ({ tx, principal, now, params, body }) =>
      changeUser(tx, { principal, now }, { ...body, id: params.id }),
    updateUserActiveState: ({ tx, principal, scope, params, body }) =>
      changeActiveStateOfUser(tx, { principal, scope }, { ...body, id: params.id }),
    deleteInactiveUser: ({ tx, principal, scope, params }) =>
      deleteUser(tx, { principal, scope }, { id: params.id, onDelete }),
    deleteUserRoleBranchAllAssociations: ({ tx, principal, scope, params }) =>
      removeTenantRolesOfUser(tx, { principal, scope }, params.id),
    deleteUserRoleBranchGroupAssociations: ({ tx, principal, scope, params }) =>
      removeBranchRolesOfUser(tx, { principal, scope }, params.id),
    releaseSignIn: ({ tx, principal, scope, now, params }) =>
      allowPinResetOfUser(tx, { principal, scope, now }, params.id),
    unblockUser: ({ tx, principal, scope, params }) =>
      unblockUserAndClearFailures(tx, { principal, scope, services }, params.id),
  });
