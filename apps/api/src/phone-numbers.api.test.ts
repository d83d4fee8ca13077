import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest, funeralDataExample } from "./testing/cases";
import { startApi } from "./testing/start-api";

const DIALABLE_NUMBER = "+436601234567";
const callerGrants = [
  ..."createCase updateCase getCases createAddress updateAddress getAddresses createBranch updateBranch".split(" "),
  ..."createDevice updateDevice createUser updateUser createRsaDevice".split(" "),
];

describe("telephone numbers", () => {
  const api = startApi();

  it.each(["+4306601234567", "0660 1234567", "0043 660/123 45-67", "+43 (0)660 1234567"])(
    "telephone numbers are stored in the international form, however they are written: %s",
    async (phone_number) => {
      const dispatcher = await api.signIn(...callerGrants);
      const contact = { name: "Anna", phone_number };
      const source_address = { ...funeralDataExample.source_address, contact_name: "Portier", phone_number };
      const made = await dispatcher.createCase(
        funeralCaseRequest({ contact, funeral_data: { ...funeralDataExample, source_address } }),
      );
      expect([made.contact?.phone_number, made.funeral_data?.source_address?.phone_number]).toEqual([
        DIALABLE_NUMBER,
        DIALABLE_NUMBER,
      ]);
      expect((await dispatcher.createAddress({ name: "Klinik", phone_number })).phone_number).toBe(DIALABLE_NUMBER);
      expect((await dispatcher.createBranch({ name: "Graz", phone_number })).phone_number).toBe(DIALABLE_NUMBER);
      expect((await dispatcher.createDevice({ phone_number, active_states: [] })).phone_number).toBe(DIALABLE_NUMBER);
      const person = await dispatcher.createUser({ firstname: "Eva", lastname: "Gruber", phone_number });
      expect(person.phone_number).toBe(DIALABLE_NUMBER);
      const taken = dispatcher.createUser({ firstname: "Eva", lastname: "Huber", phone_number: DIALABLE_NUMBER });
      await expect(taken).rejects.toMatchObject({ code: "RESOURCE_ALREADY_EXISTS" });
    },
  );

  it("a search finds telephone numbers as they are dialled within the country, and with its code", async () => {
    const dispatcher = await api.bearer({ tenantType: "ROADSIDE_ASSISTANCE", grants: callerGrants });
    const draft = roadsideCaseRequest();
    const { id } = await dispatcher.createCase(draft);
    for (const text of ["+43664123", "0664 123 45 67", "06641234567"])
      expect((await dispatcher.getCases({ text })).cases.map((found) => found.id)).toEqual([id]);
  });

  it("telephone numbers are read by the country of the tenant's addresses, else by that of its time zone", async () => {
    const dispatcher = await api.signIn(...callerGrants);
    const { id } = dispatcher.session.tenant;
    await api.db.system.run(sql`update tenants set timezone = 'Europe/Berlin' where id = ${id}`);
    const berlin = await api.bearer({ tenant: dispatcher.session.tenant, grants: callerGrants });
    expect((await berlin.createBranch({ name: "Berlin", phone_number: "030 123456" })).phone_number).toBe(
      "+4930123456",
    );
    await api.db.system.run(sql`update tenants set geocoding = '{"countries": ["CH"]}' where id = ${id}`);
    const swiss = await api.bearer({ tenant: dispatcher.session.tenant, grants: callerGrants });
    expect((await swiss.createBranch({ name: "Chur", phone_number: "079 123 45 67" })).phone_number).toBe(
      "+41791234567",
    );
  });

  it("the sign-in recognises a telephone number in another spelling", async () => {
    const dispatcher = await api.signIn(...callerGrants);
    const { tenant } = dispatcher.session;
    await dispatcher.createDevice({ phone_number: DIALABLE_NUMBER, active_states: [] });
    await api.anonymous(tenant).authDevice({ phone_number: "0660 1234567" });
    const sent = await api.db.system.many<{ recipient: string }>(
      sql`select recipient from outbox_messages where tenant_id = ${tenant.id} and channel = 'SMS'`,
    );
    expect(sent).toEqual([{ recipient: DIALABLE_NUMBER }]);
  });

  it.each(["unbekannt", "0660 1234567 abends", "+43123", "144"])(
    "a telephone number that cannot be dialled is refused, and the answer names the expected form: %s",
    async (phone_number) => {
      const dispatcher = await api.signIn(...callerGrants);
      const refusal = (field: string) => ({
        status: 400,
        code: "VALIDATION_FAILED",
        args: [
          { key: "field", value: field, type: "string" },
          { key: "rule", value: "phone_number", type: "enum" },
          { key: "expected", value: expect.stringMatching(/^\+43\d{9,11}$/), type: "string" },
        ],
      });
      await expect(dispatcher.createCase(funeralCaseRequest({ contact: { phone_number } }))).rejects.toMatchObject(
        refusal("contact.phone_number"),
      );
      const { tenant } = dispatcher.session;
      await expect(dispatcher.createAddress({ name: "Klinik", phone_number })).rejects.toMatchObject(
        refusal("phone_number"),
      );
      await expect(dispatcher.createDevice({ phone_number, active_states: [] })).rejects.toMatchObject(
        refusal("phone_number"),
      );
      await expect(api.anonymous(tenant).authUserPhoneNumber({ phone_number })).rejects.toMatchObject(
        refusal("phone_number"),
      );
    },
  );

  it("telephone numbers stored before they were checked stay readable, and are accepted when they are sent back unchanged", async () => {
    const dispatcher = await api.signIn(...callerGrants);
    const { id } = await dispatcher.createCase(funeralCaseRequest({ contact: { name: "Anna" } }));
    const { id: address } = await dispatcher.createAddress({ name: "Klinik" });
    const old = "0664 / siehe Akte";
    await api.db.system.run(sql`update cases set contact = ${{ name: "Anna", phone_number: old }} where id = ${id}`);
    await api.db.system.run(sql`update stored_addresses set phone_number = ${old} where id = ${address}`);
    const found = await dispatcher.getCase({ id });
    expect(found.contact?.phone_number).toBe(old);
    const read = funeralCaseRequest({ contact: found.contact, description: "geändert" });
    const changed = await dispatcher.updateCase({ ...read, id, lock_version: 0 });
    expect([changed.contact?.phone_number, changed.description]).toEqual([old, "geändert"]);
    const edited = { ...read, contact: { phone_number: "0664 / Akte" } };
    await expect(dispatcher.updateCase({ ...edited, id, lock_version: 1 })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    const kept = await dispatcher.updateAddress({
      id: address,
      name: "Klinik Süd",
      phone_number: old,
      lock_version: 0,
    });
    expect([kept.name, kept.phone_number]).toEqual(["Klinik Süd", old]);
    const other = dispatcher.updateAddress({ id: address, name: "Klinik", phone_number: "Akte", lock_version: 1 });
    await expect(other).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
