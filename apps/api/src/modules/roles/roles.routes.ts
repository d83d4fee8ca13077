import { roleOperations } from "@leitstand/contract/people/roles";
import { implementOperations } from "#platform/http/handler";
import { changeRole, createRole, deleteRole, listRoles } from "./roles.service";

export const roleRoutes = implementOperations(roleOperations, {
  getRoles: ({ tx, query }) => listRoles(tx, query.branch_access),
  createRole: ({ tx, principal, scope, body }) => createRole(tx, { principal, scope }, body),
  updateRole: ({ tx, principal, scope, params, body }) =>
    changeRole(tx, { principal, scope }, { ...body, id: params.id }),
  deleteRole: ({ tx, principal, scope, params }) => deleteRole(tx, { principal, scope }, params.id),
});
