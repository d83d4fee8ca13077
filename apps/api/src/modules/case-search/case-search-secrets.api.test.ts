import { beforeAll, describe, expect, it } from "vitest";
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { sql } from "#platform/database/sql";
import { aFuneralCase, aRoadsideCase, funeral_data } from "../../testing/cases";
import { aCrew } from "../../testing/dispatch";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { type Session, startApi } from "../../testing/start-api";

/** A word or number that stands in one field of one case and nowhere else. */
const secrets: string[] = [];
/** With digits, because words without any are found misspelt, too. */
const word = () => secret(`kanarie${100 + secrets.length}`);
const number = () => secret(`+4366477${String(10_000 + secrets.length)}`);
function secret(text: string) {
  secrets.push(text);
  return text;
}
const aPlace = () => ({
  name: word(),
  street: word(),
  city: word(),
  zip_code: "8010",
  country: "AT",
  contact_name: word(),
  phone_number: number(),
  notes: word(),
});
const aContact = () => ({ name: word(), phone_number: number(), email: `${word()}@example.org`, notes: word() });

/** Every field that people fill with text. */
const requests: Readonly<Record<string, () => CaseCreateRequest>> = {
  FUNERAL: () =>
    aFuneralCase({
      external_id: word(),
      description: word(),
      contact: aContact(),
      funeral_data: {
        ...funeral_data,
        cargo_deceased: {
          first_name: word(),
          last_name: word(),
          date_of_death: "2026-03-01",
          belongings: { ring: "RELOCATED", description: word() },
        },
        source_address: aPlace(),
        target_address: aPlace(),
        police_address: aPlace(),
      },
    }),
  ROADSIDE_ASSISTANCE: () => {
    const { rsa_data } = aRoadsideCase();
    return aRoadsideCase({
      external_id: word(),
      description: word(),
      contact: aContact(),
      rsa_data: {
        ...rsa_data,
        vehicle: { license_plate: "G 77 XQ", brand: word(), model: word(), vin: "WVWZZZ1JZXW000077" },
        customer: {
          first_name: word(),
          last_name: word(),
          company: word(),
          phone_number: number(),
          email: `${word()}@example.org`,
        },
        member: { number: word() },
        source_address: { ...rsa_data?.source_address, ...aPlace() },
        target_address: aPlace(),
      },
    });
  },
};

const grants = ["createCase", "getCases", "updateCase", "receiveAction"];
/** By what links a crew knows the case. */
const links = {
  "at work": { state: "ACCEPTED", bucket: "open" },
  "finished today": { state: "DONE", bucket: "finished" },
  "taken back today": { state: "ASSIGNED", bucket: "unassigned" },
} as const;

describe.each(Object.keys(requests))("secrets of a case at a company of type %s", (type) => {
  const api = startApi();
  const callers = new Map<string, Session>();
  let id: string;

  async function aCrewThatIs(how: keyof typeof links, tenant: TenantFixture) {
    const { driver, tour_id } = await aCrew(api, tenant, { grants });
    const { state, bucket } = links[how];
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        insert into case_links (case_id, tour_id, state, bucket, last_actor, closed_at)
        values (${id}, ${tour_id}, ${state}, ${bucket}, 'V', ${bucket === "open" ? null : api.clock.now()})`),
    );
    return driver;
  }

  beforeAll(async () => {
    secrets.length = 0;
    const tenant = await api.aTenant(type as "FUNERAL");
    const branch_id = await insertBranch(api.db, tenant.id);
    const office = await api.bearer({ tenant, grants });
    ({ id } = await office.createCase({ ...requests[type]!(), branch_id }));
    callers.set("the office", office);
    callers.set("an office that reads alone", await api.bearer({ tenant, grants: ["getCases"] }));
    callers.set(
      "a branch of others",
      await api.bearer({ tenant, grants, branchIds: [await insertBranch(api.db, tenant.id)] }),
    );
    for (const how of ["finished today", "taken back today", "at work"] as const)
      callers.set(`a crew ${how}`, await aCrewThatIs(how, tenant));
  });

  const readable = async (caller: Session) => {
    const texts = await Promise.all([
      caller.getCase({ id }).then(JSON.stringify, () => ""),
      caller.getCases({ ids: [id] }).then(({ cases }) => JSON.stringify(cases)),
    ]);
    return texts.join(" ");
  };
  const find = async (caller: Session) => {
    const found: string[] = [];
    for (const text of secrets) if ((await caller.getCases({ text })).meta.total_elements > 0) found.push(text);
    return found;
  };

  it.each([
    "the office",
    "an office that reads alone",
    "a branch of others",
    "a crew at work",
    "a crew finished today",
    "a crew taken back today",
  ])("are found by %s only where they are read", async (name) => {
    const caller = callers.get(name) as Session;
    const [text, found] = [await readable(caller), await find(caller)];
    expect(found.filter((one) => !text.includes(one))).toEqual([]);
  });

  it("are found by those who work on it, who can read nearly all of them", async () => {
    for (const name of ["the office", "a crew at work"])
      expect((await find(callers.get(name) as Session)).length).toBeGreaterThan(10);
  });

  it("do not order what a crew finds that has finished its work", async () => {
    const crew = callers.get("a crew finished today") as Session;
    expect((await crew.getCases({ ids: [id] })).meta.total_elements).toBe(1);
    const [first = ""] = secrets.filter((text) => text.startsWith("+"));
    expect((await crew.getCases({ ids: [id], text: first, sort: ["relevance,desc"] })).meta.total_elements).toBe(0);
  });
});
