import { UserCreateRequest, type UserRoleAssociation, UserUpdateRequest } from "@leitstand/contract/people/user";
import { userOperations } from "@leitstand/contract/people/users";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { Problem } from "#platform/problem";
import { listBranchGroupNames } from "#modules/branches/index";
import { checkRoleAssignments, checkCallerHoldsGrantsOfUser, listRoles } from "#modules/roles/index";
import {
  changesWhoSignsIn,
  changeUser,
  checkHasEmailOrPhone,
  compareRoleAssociations,
  createUser,
  selectUsersByImportKeys,
} from "#modules/users/index";
import { toExistingImportObjects } from "./existing";
import { createImportColumns, createImportTextKey, createImportReferenceColumn } from "./import-columns";
import type { ImportingCaller, ImportKindDefinition, ImportRowValues } from "./import-kind.service";
import { NamedItemLookup } from "./named-item-lookup";
import type { RequestFieldValues, ImportRowFault } from "./row-plan";

type UserDraft = Static<typeof UserCreateRequest>;
const roleAssociationsOf = (fields: RequestFieldValues): readonly UserRoleAssociation[] =>
  (fields["role_associations"] ?? []) as readonly UserRoleAssociation[];

export const userImportKind: ImportKindDefinition = {
  create: userOperations.createUser,
  // `updateMyUser`, which allows users to change their own fields, is not enough for an import.
  update: { ...userOperations.updateUser, grant: "updateUser" },
  createSchema: UserCreateRequest,
  updateSchema: UserUpdateRequest,
  columns: [
    ...createImportColumns(UserCreateRequest, [
      "firstname",
      "lastname",
      "email",
      "phone_number",
      "external_id",
      "language",
    ]),
    createImportReferenceColumn("role", null),
    createImportReferenceColumn("branch_group", null),
  ],
  keys: [
    createImportTextKey("external_id"),
    createImportTextKey("email", (email) => email.toLowerCase()),
    createImportTextKey("phone_number"),
  ],
  loadLists: async (tx) => ({
    role: new NamedItemLookup((await listRoles(tx, undefined)).map(({ id, name }) => ({ id, names: [name] }))),
    branch_group: new NamedItemLookup((await listBranchGroupNames(tx)).map(({ id, name }) => ({ id, names: [name] }))),
  }),
  findExisting: async (tx, { principal, updating }, values) =>
    toExistingImportObjects(
      await selectUsersByImportKeys(
        tx,
        { principal, scope: updating },
        { external_id: values("external_id"), email: values("email"), phone_number: values("phone_number") },
      ),
    ),
  extend: ({ given, named, existing }) => {
    const { role, branch_group = null } = named;
    if (!role) return given;
    const held = roleAssociationsOf(existing?.fields ?? {});
    const { given: added } = compareRoleAssociations(held, [{ role_id: role, branch_group_id: branch_group }]);
    return { ...given, role_associations: [...held, ...added] };
  },
  check: async (tx, importer, row) => {
    try {
      return await checkImportedUser(tx, importer, row);
    } catch (error) {
      if (error instanceof Problem) return { column: null, code: error.code };
      throw error;
    }
  },
  insert: (tx, { principal, creating, services, now }, draft) =>
    createUser(tx, { principal, scope: creating, services, now }, draft as UserDraft),
  change: (tx, { principal, now }, draft) =>
    changeUser(tx, { principal, now }, draft as Static<typeof UserUpdateRequest> & { id: string }),
};

/** Checks a person by the functions of the API's own `createUser` and `updateUser`; throws their refusals. */
async function checkImportedUser(
  tx: Tx,
  { principal, creating, updating, checked }: ImportingCaller,
  { draft, named, existing }: ImportRowValues & { readonly draft: RequestFieldValues },
): Promise<ImportRowFault | undefined> {
  if (named["branch_group"] && !named["role"]) return { column: "branch_group", code: "FIELD_COMBINATION_INVALID" };
  checkHasEmailOrPhone(draft as UserDraft);
  const { given } = compareRoleAssociations(roleAssociationsOf(existing?.fields ?? {}), [...roleAssociationsOf(draft)]);
  if (!existing && !creating.all && given.length === 0) return { column: "role", code: "FIELD_COMBINATION_INVALID" };
  // The two scopes may differ: a role that a new person may get is not for that reason one that others may get.
  const assigning = existing
    ? ({ grant: "updateUser", scope: updating } as const)
    : ({ grant: "createUser", scope: creating } as const);
  await checkImportedRole(tx, { principal, checked, ...assigning }, given);
  const isOwn = existing?.id === principal.user_id;
  if (
    existing &&
    !isOwn &&
    changesWhoSignsIn(existing.fields as Parameters<typeof changesWhoSignsIn>[0], draft as UserDraft)
  )
    await checkCallerHoldsGrantsOfUser(tx, principal, existing.id);
  return undefined;
}

interface RoleCheckContext extends Pick<ImportingCaller, "principal" | "checked"> {
  /** Grant by which the role is given, and its scope. */
  readonly grant: "createUser" | "updateUser";
  readonly scope: Scope;
}

/** Checks a role; a file gives a few roles to many people, so each is checked once for each of the two grants. */
async function checkImportedRole(
  tx: Tx,
  { principal, grant, scope, checked }: RoleCheckContext,
  given: readonly UserRoleAssociation[],
) {
  const key = [grant, ...given.map(({ role_id, branch_group_id }) => `${role_id} ${branch_group_id}`)].join();
  if (given.length === 0 || checked.has(key)) return;
  await checkRoleAssignments(tx, { principal, scope, field: "role" }, given);
  checked.add(key);
}
