import { User } from "@leitstand/contract/people/user";
import { Vehicle } from "@leitstand/contract/fleet/vehicles";
import { beforeEach, describe, expect, it } from "vitest";
import { clearLiveData, entityStore, storeTour } from "#live/store.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOfSchema, numberedId } from "#shared/testing/example-testkit.ts";
import { mountComponent, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleNameOf, findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { aNumberedShift } from "../grid/timeline-testkit.tsx";
import { TourForm } from "./tour-form.tsx";

const person = (number: number, lastname: string) => ({
  ...exampleOfSchema(User),
  id: numberedId(number),
  firstname: "Anna",
  lastname,
});
const vehicle = (number: number, license_plate: string) => ({
  ...exampleOfSchema(Vehicle),
  id: numberedId(number),
  license_plate,
  description: "Kombi",
});
/** A page of a list of two; the last row of the first page has moved to the second one between the two answers. */
function pageOf<T>(query: URLSearchParams, pages: readonly (readonly T[])[]) {
  const page = Number(query.get("page"));
  return { meta: { page, size: 2, total_elements: 4, total_pages: pages.length }, rows: [...(pages[page] ?? [])] };
}

describe("the crew of a shift in a company with more people and vehicles than one answer holds", () => {
  beforeEach(async () => {
    clearLiveData();
    const tour = aNumberedShift(1, { plate: "G 101 BE", status: "SCHEDULED", started_at: null });
    storeTour(tour, entityStore.step);
    const people = [person(1, "Adler"), person(2, "Berger"), person(3, "Zauner")] as const;
    const vehicles = [vehicle(1, "G 1 AA"), vehicle(2, "G 2 BB"), vehicle(3, "W 9 ZZ")] as const;
    stubApiFetch({
      getUserInfo: () => aDispatcher({ grants: ["getUsers", "getVehicles"] }),
      getUsers: ({ query }) => {
        const { meta, rows } = pageOf(query, [people.slice(0, 2), people.slice(1)]);
        return { meta, users: rows };
      },
      getVehicles: ({ query }) => {
        const { meta, rows } = pageOf(query, [vehicles.slice(0, 2), vehicles.slice(1)]);
        return { meta, vehicles: rows };
      },
    });
    await mountComponent(<TourForm request={{ is: "edit", tour }} onDone={() => undefined} />);
  });
  /** Options that a field offers for a typed text, once there are any. */
  const optionsFor = async (field: string, text: string) => {
    const input = await waitUntil(() => findByRole("combobox", field));
    await typeText(input, text);
    return waitUntil(() => {
      const list = document.getElementById(input.getAttribute("aria-controls") ?? "");
      const found = list === null ? [] : findAllByRole("option", undefined, list).map(accessibleNameOf);
      expect(found).not.toEqual([]);
      return found;
    });
  };

  it("the form of a shift finds a person who is not among the first that the server lists", async () =>
    expect(await optionsFor("Besatzung", "zau")).toEqual(["Zauner Anna"]));

  it("the form of a shift offers a vehicle of a later page, and one that was in two answers only once", async () => {
    expect(await optionsFor("Fahrzeuge", "w 9")).toEqual(["W 9 ZZ · Kombi"]);
    expect(await optionsFor("Fahrzeuge", "g 2")).toEqual(["G 2 BB · Kombi"]);
  });
});
