import type { Static } from "@leitstand/contract/core/schema";
import type { User, UserRoleAssociation, UserUpdateRequest } from "@leitstand/contract/people/user";

type CurrentUser = Pick<Static<typeof User>, "external_id" | "blocked" | "email" | "phone_number"> & {
  readonly associations: readonly UserRoleAssociation[];
  readonly skill_ids: readonly string[];
};
type UserChange = Static<typeof UserUpdateRequest>;

export interface RoleAssociationChanges {
  readonly given: readonly UserRoleAssociation[];
  readonly taken: readonly UserRoleAssociation[];
}

/** Roles that a full replacement of associations adds and removes; none when the list was left out. */
export function compareRoleAssociations(
  current: readonly UserRoleAssociation[],
  requested: UserChange["role_associations"],
): RoleAssociationChanges {
  if (requested === undefined) return { given: [], taken: [] };
  const held = new Set(current.map(associationKey));
  const wanted = new Map(
    requested.map(withExplicitGroup).map((association) => [associationKey(association), association]),
  );
  return {
    given: [...wanted].filter(([key]) => !held.has(key)).map(([, association]) => association),
    taken: current.filter((association) => !wanted.has(associationKey(association))),
  };
}

/** Whether the change touches what users may not change of themselves: roles, skills, external id, blocking. */
export function changesNonSelfEditableFields(current: CurrentUser, change: UserChange): boolean {
  const { given, taken } = compareRoleAssociations(current.associations, change.role_associations);
  const skills = change.skill_ids?.toSorted() ?? current.skill_ids;
  return (
    given.length + taken.length > 0 ||
    skills.join() !== [...current.skill_ids].sort().join() ||
    changesExternalId(current, change) ||
    (change.blocked !== undefined && change.blocked !== current.blocked)
  );
}

/** Whether a change affects the sign-in: a person who receives the mail or codes of an account can sign in to it. */
export const changesSignInData = (
  current: Pick<CurrentUser, "email" | "phone_number">,
  change: Pick<UserChange, "email" | "phone_number">,
): boolean => (change.email ?? null) !== current.email || (change.phone_number ?? null) !== current.phone_number;

/** Whether a change affects by which number imports and synchronisations find the account, whose mail address they write. */
const changesExternalId = (
  current: Pick<CurrentUser, "external_id">,
  change: Pick<UserChange, "external_id">,
): boolean => change.external_id !== undefined && change.external_id !== current.external_id;

/** Whether a change of another person's account decides, at once or by the next import, who can sign in to it. */
export const changesWhoSignsIn = (
  current: Pick<CurrentUser, "email" | "phone_number" | "external_id">,
  change: Pick<UserChange, "email" | "phone_number" | "external_id">,
): boolean => changesSignInData(current, change) || changesExternalId(current, change);

const withExplicitGroup = ({
  role_id,
  branch_group_id = null,
}: {
  role_id: string;
  branch_group_id?: string | null;
}): UserRoleAssociation => ({ role_id, branch_group_id });

const associationKey = ({ role_id, branch_group_id }: UserRoleAssociation) =>
  `${role_id} ${branch_group_id ?? "everywhere"}`;
