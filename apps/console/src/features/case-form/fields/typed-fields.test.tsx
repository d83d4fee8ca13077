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
  it("is a time as people say it, written out as one leaves it", async () => {
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

  it("is a day that lies behind when somebody was born or has died", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await fillNames();
    await fill(field("Sterbedatum"), "gestern");
    await fill(field("Geburtsdatum"), "1.3.41");
    expect([valueOf(field("Sterbedatum")), valueOf(field("Geburtsdatum"))]).toEqual(["20.11.2026", "01.03.1941"]);
    await click(saveButton());
    const dates = { date_of_death: "2026-11-20", birthday: "1941-03-01" };
    await until(() => expect(server.bodiesOf("createCase")[0]?.funeral_data).toMatchObject({ cargo_deceased: dates }));
  });

  it("stays as it is when it is no time, with the reason beside it", async () => {
    await openForm();
    await fill(field("Fällig"), "irgendwann");
    await until(() => expect(faultOf(field("Fällig"))).toMatch(/^Fällig ist ein Zeitpunkt/));
    expect(valueOf(field("Fällig"))).toBe("irgendwann");
  });

  it("may not be due before it may begin", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await fillNames();
    await fill(field("Nicht vor"), "22.11. 10:00");
    await fill(field("Fällig"), "22.11. 9:00");
    await click(saveButton());
    await until(() => expect(faultOf(field("Fällig"))).toMatch(/^Fällig liegt vor dem Beginn\./));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("goes on by Enter, and does not save half a case", async () => {
    const { server } = await openForm({ answers: { createCase } });
    await fillNames();
    await type(field("Nachname"), "Gruber");
    await press("Enter");
    expect(focused()).toBe(field("Vorname"));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("is about a thing instead of a person when a thing is carried", async () => {
    await openForm();
    const section = sectionOf("Verstorbene:r");
    await click(find("radio", "Gegenstand", section));
    await until(() => field("Beschreibung", "Verstorbene:r"));
    expect(findAll("textbox", "Nachname")).toEqual([]);
  });

  it("still lacks for a crew what nobody has said yet", async () => {
    await openForm();
    expect(pageText()).toContain("Für die Disposition fehlt noch: Telefon, Abholort, Ziel");
    await fill(field("Telefon"), "+43664000000");
    await until(() => expect(pageText()).toContain("Für die Disposition fehlt noch: Abholort, Ziel"));
  });

  it("is asked about before the form is left", async () => {
    const { told } = await openForm();
    await fill(field("Nachname"), "Muster");
    await click(find("button", "Formular schließen"));
    await click(await until(() => find("button", "Entwurf behalten")));
    expect(told).toEqual(["closed"]);
  });

  it("is there again after the page was reloaded, and can be thrown away", async () => {
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
