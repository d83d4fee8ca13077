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
  it("saving an incomplete new case marks the missing fields, moves to the first, and sends nothing", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await click(saveButton());
    await until(() => expect(faultyNames()).toEqual(["Nachname", "Vorname", "Sterbedatum"]));
    expect(faultOf(field("Nachname"))).toBe("Nachname fehlt.");
    expect(focused()).toBe(field("Nachname"));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("the button that counts faults goes from one faulty field to the next", async () => {
    await openForm();
    await click(saveButton());
    const counted = await until(() => find("button", "3 Felder zu prüfen"));
    await happen(() => field("Nachname").focus());
    await happen(() => counted.click());
    expect(focused()).toBe(field("Vorname"));
    await fill(field("Nachname"), "Muster");
    await until(() => find("button", "2 Felder zu prüfen"));
  });

  it("a new case is sent with the usual branch and due in an hour, and is shown once saved", async () => {
    const { server, told } = await openForm({ answers: { createCase } });
    await fillNames();
    await click(saveButton());
    await until(() => expect(told).toEqual([`saved ${created.id}`]));
    expect(server.bodiesOf("createCase")).toEqual([
      expect.objectContaining({ branch_id: branch.id, approved: true, due_at: "2026-11-21T09:30:00Z" }),
    ]);
    expect(pageText()).toContain("C-2026-000007 ist angelegt.");
  });

  it("the form shows a refusal of the server at its field, opens the section that hides it, and moves there", async () => {
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

  it("the form shows all refusals of the server at once, in the order of the page", async () => {
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

  it("the form shows a refusal that is about no field above all of it, and keeps what was typed", async () => {
    await openForm({ answers: { createCase: () => new Refusal("IDEMPOTENCY_KEY_REUSED") } });
    await fillNames();
    await click(saveButton());
    await until(() => expect(find("alert").textContent).toContain("IDEMPOTENCY_KEY_REUSED"));
    expect(valueOf(field("Nachname"))).toBe("Muster");
  });

  it("a new case is saved once, however often the dispatcher saves before the answer", async () => {
    const { server } = await openForm({ answers: { createCase: noAnswerYet } });
    await fillNames();
    await press("Enter", { ctrlKey: true });
    await press("Enter", { ctrlKey: true });
    await until(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
  });

  it("saving and going on to the next case opens an empty form", async () => {
    const { told } = await openForm({ answers: { createCase } });
    await fillNames();
    await click(find("button", /^Speichern und nächster/));
    await until(() => expect(valueOf(field("Nachname"))).toBe(""));
    expect(told).toEqual([]);
  });

  it("a new case is saved after all when the session ends meanwhile and the dispatcher signs in again", async () => {
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
  it("the form of a breakdown asks for car and customer instead of a deceased", async () => {
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
