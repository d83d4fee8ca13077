import { describe, expect, it } from "vitest";
import { session, sessionEnded } from "#shared/api/session.ts";
import { click, fill, happen, press, until } from "#shared/testing/mount-testkit.tsx";
import { find, findAll, pageText } from "#shared/testing/screen-testkit.ts";
import { noAnswerYet, Refusal } from "#shared/testing/server-testkit.ts";
import {
  branch,
  createCase,
  created,
  faultOf,
  faultyNames,
  field,
  fillNames,
  focused,
  openForm,
  saveButton,
  valueOf,
} from "./case-form-testkit.tsx";

describe("a new case that is saved", () => {
  it("names what is missing at its fields, goes to the first, and sends nothing", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await click(saveButton());
    await until(() => expect(faultyNames()).toEqual(["Nachname", "Vorname", "Sterbedatum"]));
    expect(faultOf(field("Nachname"))).toBe("Nachname fehlt.");
    expect(focused()).toBe(field("Nachname"));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("goes from one fault to the next by the button that counts them", async () => {
    await openForm();
    await click(saveButton());
    const counted = await until(() => find("button", "3 Felder zu prüfen"));
    await happen(() => field("Nachname").focus());
    await happen(() => counted.click());
    expect(focused()).toBe(field("Vorname"));
    await fill(field("Nachname"), "Muster");
    await until(() => find("button", "2 Felder zu prüfen"));
  });

  it("is sent with the usual branch and an hour until it is due, and shown", async () => {
    const { server, told } = await openForm({ answers: { createCase } });
    await fillNames();
    await click(saveButton());
    await until(() => expect(told).toEqual([`saved ${created.id}`]));
    expect(server.bodiesOf("createCase")).toEqual([
      expect.objectContaining({ branch_id: branch.id, approved: true, due_at: "2026-11-21T09:30:00Z" }),
    ]);
    expect(pageText()).toContain("C-2026-000007 ist angelegt.");
  });

  it("shows what the server refuses at its field, opens what hides it, and goes there", async () => {
    const { server } = await openForm({
      answers: { createCase: () => new Refusal("RESOURCE_ALREADY_EXISTS", ["field", "external_id"]) },
    });
    await fillNames();
    expect(findAll("textbox", "Externe Nummer")).toEqual([]);
    await click(saveButton());
    const number = await until(() => field("Externe Nummer"));
    expect(faultOf(number)).toBe("Externe Nummer ist schon vergeben.");
    expect(focused()).toBe(number);
    expect(server.bodiesOf("createCase")).toHaveLength(1);
  });

  it("shows all that the server refuses at once, in the order of the page", async () => {
    const refusal = new Refusal(
      "VALIDATION_FAILED",
      ["field", "funeral_data.cargo_deceased.first_name"],
      ["rule", "unicode"],
      ["field", "contact.name"],
      ["rule", "maxLength"],
      ["limit", "255"],
    );
    await openForm({ answers: { createCase: () => refusal } });
    await fillNames();
    await fill(field("Anrufer:in"), "Anna Muster");
    await click(saveButton());
    await until(() => expect(faultyNames()).toEqual(["Anrufer:in", "Vorname"]));
    expect(faultOf(field("Anrufer:in"))).toBe("Anrufer:in: höchstens 255 Zeichen.");
    expect(faultOf(field("Vorname"))).toBe("Vorname enthält unlesbare Zeichen.");
    expect(focused()).toBe(field("Anrufer:in"));
  });

  it("says a refusal that is about no field for the whole form, and keeps what was typed", async () => {
    await openForm({ answers: { createCase: () => new Refusal("IDEMPOTENCY_KEY_REUSED") } });
    await fillNames();
    await click(saveButton());
    await until(() => expect(find("alert").textContent).toContain("IDEMPOTENCY_KEY_REUSED"));
    expect(valueOf(field("Nachname"))).toBe("Muster");
  });

  it("is saved once, however often somebody asks for it in the meantime", async () => {
    const { server } = await openForm({ answers: { createCase: noAnswerYet } });
    await fillNames();
    await press("Enter", { ctrlKey: true });
    await press("Enter", { ctrlKey: true });
    await until(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
  });

  it("begins the next one with an empty form", async () => {
    const { told } = await openForm({ answers: { createCase } });
    await fillNames();
    await click(find("button", /^Speichern und nächster/));
    await until(() => expect(valueOf(field("Nachname"))).toBe(""));
    expect(told).toEqual([]);
  });

  it("is saved after all when the session ends in the meantime and somebody signs in again", async () => {
    const { server, told } = await openForm({ answers: { createCase: () => new Refusal("AUTH_TOKEN_EXPIRED") } });
    await fillNames();
    await click(saveButton());
    await until(() => expect(sessionEnded.get()).toBe(true));
    server.answer({ createCase });
    await happen(() => {
      session.set({ token: "newer", email: "dispo1@bestattung.example", expires_at: "2030-11-22T20:00:00Z" });
      sessionEnded.set(false);
    });
    await until(() => expect(told).toEqual([`saved ${created.id}`]));
  });
});

describe("a breakdown that is taken down", () => {
  it("asks for car and customer instead of a deceased", async () => {
    const { server } = await openForm({ company: "ROADSIDE_ASSISTANCE", answers: { createCase } });
    expect(findAll("textbox", "Sterbedatum")).toEqual([]);
    await fill(field("Kennzeichen"), "G 123 AB");
    await click(saveButton());
    await until(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
    expect(server.bodiesOf("createCase")[0]).toMatchObject({
      data_type: "ROADSIDE",
      rsa_data: { vehicle: { license_plate: "G 123 AB", country: "AT" } },
    });
  });
});
