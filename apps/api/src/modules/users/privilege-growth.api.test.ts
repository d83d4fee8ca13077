import { ApiProblem } from "@leitstand/client/problem";
import type { GrantName } from "@leitstand/contract/operation/grants";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const administratorGrants = ["getUsers", "createUser", "updateUser", "getRoles", "createRole", "updateRole"] as const;
const inviteeGrants = ["getUserInvites", "answerUserInvite"] as const;
/** Grants that the test protects: no user may gain one of these except from a user who holds it. */
const protectedGrants = ["getCases", "createCase", "deleteUser", "exportCase"] as const;

type PrivilegeCommand = {
  readonly kind:
    | "create role"
    | "change role"
    | "create user"
    | "give role"
    | "change access"
    | "change group"
    | "invite"
    | "accept"
    | "take"
    | "rest";
  readonly actor: number;
  readonly target: number;
  readonly role: number;
  readonly group: number;
  readonly grants: readonly GrantName[];
  readonly shape: number;
};
const arbitraryPrivilegeCommand = fc.record<PrivilegeCommand>({
  kind: fc.constantFrom(
    "create role",
    "change role",
    "create user",
    "give role",
    "change access",
    "change group",
    "invite",
    "accept",
    "take",
    "rest",
    "change role",
    "change role",
    "give role",
  ),
  actor: fc.nat(30),
  target: fc.nat(30),
  // The first roles are those that the actors hold themselves: changes of them matter most.
  role: fc.oneof(fc.nat(3), fc.nat(30)),
  group: fc.nat(2),
  grants: fc.uniqueArray(fc.constantFrom<GrantName>(...administratorGrants, ...inviteeGrants, ...protectedGrants), {
    maxLength: 5,
  }),
  shape: fc.nat(8),
});

const roleTypes = ["DISPATCHER", "DRIVER", "READER"] as const;
const branchAccesses = ["BRANCH_SINGLE", "ALL", "BRANCH_COLLECTION"] as const;
const itemAtWrapped = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

describe("growth of privileges", { timeout: 240_000 }, () => {
  const api = startApi();

  /** An owner of everything, a lead in each of two branches with fewer grants, and a person without any right. */
  async function aCompany() {
    const tenant = await api.aTenant();
    const branches = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)] as const;
    const groups = [
      await insertBranchGroup(api.db, tenant.id, [branches[0]]),
      await insertBranchGroup(api.db, tenant.id, [branches[1]]),
      await insertBranchGroup(api.db, tenant.id, branches),
    ];
    const lead = (prize: string, branch: string) =>
      api.bearer({ tenant, grants: [...administratorGrants, ...inviteeGrants, prize], branchIds: [branch] });
    const actors = [
      await api.bearer({
        tenant,
        roleType: "ADMINISTRATOR",
        grants: [...administratorGrants, ...inviteeGrants, "getCases", "createCase"],
      }),
      await lead("getCases", branches[0]),
      await lead("exportCase", branches[1]),
      await api.bearer({ tenant, grants: inviteeGrants, branchIds: [branches[1]] }),
    ];
    // All but the last may change branch groups, whatever else they hold there.
    for (const { session } of actors.slice(0, -1))
      await api.db.system.run(sql`
        with structure as (
          insert into roles (tenant_id, name, role_type, branch_access, grants)
          values (${tenant.id}, ${`structure ${session.role_id}`}, 'READER', 'ALL', '{updateBranchGroup}') returning id)
        insert into role_associations (tenant_id, user_id, role_id) select ${tenant.id}, ${session.user_id}, id from structure`);
    // Every first role may be assigned by all others, so only the rule about grants prevents growth.
    await api.db.system.run(sql`
      update roles set roles_allowed_to_assign = array(select id from roles other where other.tenant_id = ${tenant.id})
      where tenant_id = ${tenant.id}`);
    return { tenant, branches, groups, actors };
  }
  type Company = Awaited<ReturnType<typeof aCompany>>;

  /** Set of `user grant branch` (or `*` for the whole tenant) for all grants of all users, active or not. */
  async function holdings({ tenant, branches }: Company): Promise<ReadonlySet<string>> {
    const rows = await api.db.system.many<{ held: string }>(sql`
      select distinct held.user_id || ' ' || granted || ' ' || place as held
      from role_associations held
      join roles role on role.tenant_id = held.tenant_id and role.id = held.role_id
      cross join unnest(role.grants) granted
      cross join lateral (
        select '*' as place where held.branch_group_id is null
        union all select branch.id::text from branches branch where branch.tenant_id = held.tenant_id and held.branch_group_id is null
        union all select member.branch_id::text from branch_group_branches member
          where member.tenant_id = held.tenant_id and member.branch_group_id = held.branch_group_id) places
      where held.tenant_id = ${tenant.id}`);
    const phones = await api.db.system.many<{ held: string }>(sql`
      select distinct 'phones ' || granted || ' ' || place as held
      from roles role cross join unnest(role.grants) granted cross join unnest(${["*", ...branches]}::text[]) place
      where role.tenant_id = ${tenant.id} and role.role_type = 'DRIVER'`);
    return new Set([...rows, ...phones].map(({ held }) => held));
  }

  async function perform(company: Company, step: PrivilegeCommand): Promise<void> {
    const actor = itemAtWrapped(company.actors, step.actor);
    const { groups, branches } = company;
    const roles = await api.db.system.many<{
      id: string;
      lock_version: number;
      name: string;
      role_type: "READER";
      branch_access: "ALL";
      grants: GrantName[];
      roles_allowed_to_assign: string[];
    }>(sql`
      select id, lock_version, name, role_type, branch_access, grants, roles_allowed_to_assign from roles
      where tenant_id = ${company.tenant.id} order by created_at, id`);
    const users = await api.db.system.many<{
      id: string;
      lock_version: number;
      firstname: string;
      lastname: string;
      email: string | null;
    }>(sql`
      select id, lock_version, firstname, lastname, email from users where tenant_id = ${company.tenant.id} order by created_at, id`);
    const [role, user] = [itemAtWrapped(roles, step.role), itemAtWrapped(users, step.target)];
    const branch_group_id = role.branch_access === "ALL" ? null : itemAtWrapped(groups, step.group);
    const association = { role_id: role.id, branch_group_id };
    const shape = {
      role_type: itemAtWrapped(roleTypes, step.shape),
      branch_access: itemAtWrapped(branchAccesses, Math.floor(step.shape / 3)),
    };
    switch (step.kind) {
      case "create role":
        await actor.createRole({ name: crypto.randomUUID(), ...shape, grants: [...step.grants] });
        break;
      case "change role":
        await actor.updateRole({
          ...role,
          grants: [...role.grants.slice(step.shape % 2), ...step.grants].filter(
            (grant, place, all) => all.indexOf(grant) === place,
          ),
        });
        break;
      case "change access":
        await actor.updateRole({ ...role, ...shape });
        break;
      case "change group": {
        const all = await api.db.system.many<{ id: string; name: string; lock_version: number; type: string }>(sql`
          select id, name, lock_version, type from branch_groups
          where tenant_id = ${company.tenant.id} order by created_at, id`);
        const { type, ...group } = itemAtWrapped(all, step.target);
        const one = [itemAtWrapped(branches, step.role)];
        const branch_ids = type === "SINGLE" || step.shape % 3 === 0 ? one : [...branches];
        await actor.updateBranchGroup({ ...group, branch_ids });
        break;
      }
      case "create user":
        await actor.createUser({
          firstname: "New",
          lastname: "Person",
          email: `${crypto.randomUUID()}@example.org`,
          role_associations: [association],
        });
        break;
      case "give role": {
        const { role_associations } = await actor.getUser({ id: user.id });
        const kept = role_associations.map(({ role_id, branch_group_id: group }) => ({
          role_id,
          branch_group_id: group,
        }));
        await actor.updateUser({ ...user, role_associations: [...kept, association] });
        break;
      }
      case "invite":
        await actor.createUserInvite({
          email: itemAtWrapped(company.actors, step.target).session.user_id + "@example.org",
          branch_group_id: itemAtWrapped(groups, step.group),
          role_ids: [role.id],
        });
        break;
      case "accept": {
        const [invite] = (await actor.getUserInvites()).filter(({ status }) => status === "OPEN");
        if (invite) await actor.answerUserInvite({ id: invite.id, action: "ACCEPT" });
        break;
      }
      case "take":
        await actor.deleteUserRoleBranchGroupAssociations({ id: user.id });
        break;
      case "rest":
        await actor.updateUserActiveState({
          id: user.id,
          branch_group_id: itemAtWrapped(groups, step.group),
          active: step.shape % 2 === 0,
        });
    }
  }

  /** Grants that a user holds after the step and that neither the user nor the actor nor the inviter held before. */
  async function growthBy(
    company: Company,
    step: PrivilegeCommand,
    { before, reach }: { before: ReadonlySet<string>; reach: Set<string> },
  ) {
    const outcome = await perform(company, step).then(
      () => "done",
      (fault: unknown) => {
        if (fault instanceof ApiProblem && fault.status < 500) return fault.code;
        throw fault;
      },
    );
    api.app.principals.forget();
    const actorId = itemAtWrapped(company.actors, step.actor).session.user_id;
    const after = await holdings(company);
    const gained = [...after].filter((held) => !before.has(held));
    const powers = (held: string) => held.split(" ").slice(1).join(" ");
    // Accepting an invite gives the grants that others have put into it and its roles before; theirs are in `reach`.
    if (step.kind !== "accept" && outcome === "done")
      for (const held of before) if (held.startsWith(`${actorId} `)) reach.add(powers(held));
    const allowed = (held: string) =>
      before.has(`${actorId} ${powers(held)}`) || (step.kind === "accept" && reach.has(powers(held)));
    return { outcome, after, gained: gained.length, grown: gained.filter((held) => !allowed(held)) };
  }

  it("no sequence of requests gives a user a grant that the user who assigned it did not hold before", async () => {
    const outcomes = new Map<string, number>();
    let gained = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryPrivilegeCommand, { minLength: 20, maxLength: 30, size: "max" }),
        async (steps) => {
          const company = await aCompany();
          const reach = new Set<string>();
          let before = await holdings(company);
          for (const step of steps) {
            const growth = await growthBy(company, step, { before, reach });
            before = growth.after;
            gained += growth.gained;
            outcomes.set(growth.outcome, (outcomes.get(growth.outcome) ?? 0) + 1);
            expect({ step, grown: growth.grown }).toEqual({ step, grown: [] });
          }
        },
      ),
      { numRuns: 25, seed: 1, endOnFailure: true },
    );
    // A test in which no step succeeds, or none is refused, would prove nothing.
    expect(gained).toBeGreaterThan(50);
    expect(outcomes.get("done")).toBeGreaterThan(50);
    expect(outcomes.get("ROLE_ASSIGNMENT_NOT_ALLOWED")).toBeGreaterThan(20);
    expect(outcomes.get("BRANCH_ACCESS_DENIED")).toBeGreaterThan(5);
  });
});
