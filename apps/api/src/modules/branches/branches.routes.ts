import { branchOperations } from "@leitstand/contract/company/branches";
import { implementOperations } from "#platform/http/handler";
import {
  changeBranch,
  changeBranchGroup,
  createBranch,
  createBranchGroup,
  deleteBranch,
  getBranch,
  listBranches,
  listBranchGroups,
} from "./branches.service";

export const branchRoutes = implementOperations(branchOperations, {
  getBranches: ({ tx, scope, query }) =>
    listBranches(tx, { scope, text: query.text, type: query.type, include_drivers_info: query.include_drivers_info }),
  createBranch: ({ tx, body }) => createBranch(tx, body),
  getBranch: ({ tx, scope, params }) => getBranch(tx, scope, params.id),
  updateBranch: ({ tx, scope, params, body }) => changeBranch(tx, scope, { ...body, id: params.id }),
  deleteBranch: ({ tx, params, now }) => deleteBranch(tx, params.id, now),
  getBranchGroups: ({ tx, scope, principal }) => listBranchGroups(tx, { scope, roles: principal.roles }),
  createBranchGroup: ({ tx, scope, body, principal }) => createBranchGroup(tx, { scope, roles: principal.roles }, body),
  updateBranchGroup: ({ tx, scope, params, body, principal }) =>
    changeBranchGroup(tx, { scope, roles: principal.roles }, { ...body, id: params.id }),
});
