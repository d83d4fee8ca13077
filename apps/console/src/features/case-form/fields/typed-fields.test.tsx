import { describe, expect, it } from "vitest";
import { click, fill, happen, press, type, until } from "#shared/testing/mount-testkit.tsx";
import { find, findAll, nameOf, pageText } from "#shared/testing/screen-testkit.ts";
import {
  createCase,
  faultOf,
  field,
  fillNames,
  focused,
  mountForm,
  openForm,
  saveButton,
  sectionOf,
  serveCompany,
  valueOf,
} from "../case-form-testkit.tsx";

describe("what is typed into a case", () => {
  it("a time field takes a time as people say it, and writes it out when it is left", async () => {
    const { server } = await openForm({ answers: { createCase } });
    const shown = async (typed: string) => {
      await fill(field("Fällig"), typed);
      return valueOf(field("Fällig"));
    };
    expect(await shown("14:30")).toBe("21.11.2026 14:30");
    expect(await shown("morgen 8")).toBe("22.11.2026 08:00");
    expect(await shown("+90")).toBe("21.11.2026 11:00");
    expect(await shown("24.12. 9:30")).toBe("24.12.2026 09:30");
    await fillNames();
    await click(saveButton());
    await until(() => expect(server.bodiesOf("createCase")[0]).toMatchObject({ due_at: "2026-12-24T08:30:00Z" }));
  });

  it("a date of birth or death without a year is read as a day in the past", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await fillNames();
    await fill(field("Sterbedatum"), "gestern");
    await fill(field("Geburtsdatum"), "1.3.41");
    expect([valueOf(field("Sterbedatum")), valueOf(field("Geburtsdatum"))]).toEqual(["20.11.2026", "01.03.1941"]);
    await click(saveButton());
    const dates = { date_of_death: "2026-11-20", birthday: "1941-03-01" };
    await until(() => expect(server.bodiesOf("createCase")[0]?.funeral_data).toMatchObject({ cargo_deceased: dates }));
  });

  it("a time field keeps a text that is no time, with the reason beside it", async () => {
    await openForm();
    await fill(field("Fällig"), "irgendwann");
    await until(() => expect(faultOf(field("Fällig"))).toMatch(/^Fällig ist ein Zeitpunkt/));
    expect(valueOf(field("Fällig"))).toBe("irgendwann");
  });

  it("a case may not be due before it may begin", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await fillNames();
    await fill(field("Nicht vor"), "22.11. 10:00");
    await fill(field("Fällig"), "22.11. 9:00");
    await click(saveButton());
    await until(() => expect(faultOf(field("Fällig"))).toMatch(/^Fällig liegt vor dem Beginn\./));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("Enter goes on to the next field and does not save a half-filled case", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await fillNames();
    await type(field("Nachname"), "Gruber");
    await press("Enter");
    expect(focused()).toBe(field("Vorname"));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("the form asks about a thing instead of a person when a thing is carried", async () => {
    await openForm();
    const section = sectionOf("Verstorbene:r");
    await click(find("radio", "Gegenstand", section));
    await until(() => field("Beschreibung", "Verstorbene:r"));
    expect(findAll("textbox", "Nachname")).toEqual([]);
  });

  it("the form lists what a crew still needs until it is filled in", async () => {
    await openForm();
    expect(pageText()).toContain("Für die Disposition fehlt noch: Telefon, Abholort, Ziel");
    await fill(field("Telefon"), "+43664000000");
    await until(() => expect(pageText()).toContain("Für die Disposition fehlt noch: Abholort, Ziel"));
  });

  it("closing a form with typed text asks what becomes of it", async () => {
    const { told } = await openForm();
    await fill(field("Nachname"), "Muster");
    await click(find("button", "Formular schließen"));
    await click(await until(() => find("button", "Entwurf behalten")));
    expect(told).toEqual(["closed"]);
  });

  it("typed text is restored after a reload, and can be discarded", async () => {
    await openForm();
    await fill(field("Nachname"), "Muster");
    await happen(() => window.dispatchEvent(new Event("pagehide")));
    document.body.replaceChildren();
    serveCompany("FUNERAL", {});
    await mountForm("new");
    await until(() => expect(valueOf(field("Nachname"))).toBe("Muster"));
    expect(nameOf(find("status", /wiederhergestellt/))).toContain("Entwurf von 09:30 wiederhergestellt");
    await click(find("button", "Entwurf verwerfen"));
    await until(() => expect(valueOf(field("Nachname"))).toBe(""));
  });
});
