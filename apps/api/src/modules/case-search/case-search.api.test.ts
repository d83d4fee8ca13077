import { describe, expect, it } from "vitest";
import { aFuneralCase, aRoadsideCase } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const grants = ["createCase", "getCases"];

describe("search of cases", () => {
  const api = startApi();

  const namesOf = ({ cases }: { cases: readonly { display_name: string }[] }) =>
    cases.map((found) => found.display_name);

  it.each([
    ["the name as it is written", "Müller"],
    ["another spelling of the umlaut", "Mueller"],
    ["a letter left out", "Muler"],
    ["letters swapped", "Gruebr Mueller"],
    ["a part of the number", "4711"],
    ["the street, misspelt", "Auenbrugerplaz"],
    ["the telephone number with its zero", "06641234567"],
    ["two words in any order", "graz müller"],
  ])("finds a case by %s", async (_how, text) => {
    const dispatcher = await api.signIn(...grants);
    const contact = { name: "Anna Gruber", phone_number: "+43 664 123 45 67" };
    const deceased = { first_name: "Hans", last_name: "Müller", date_of_death: "2026-03-01" };
    const data = { ...aFuneralCase().funeral_data!, cargo_deceased: deceased };
    await dispatcher.createCase(aFuneralCase({ contact, external_id: "ERP-4711", funeral_data: data }));
    await dispatcher.createCase(
      aFuneralCase({
        display_name: "Wanda Zisser",
        funeral_data: {
          ...data,
          cargo_deceased: { ...deceased, first_name: "Wanda", last_name: "Zisser" },
          source_address: null,
          target_address: null,
        },
      }),
    );
    expect(namesOf(await dispatcher.getCases({ text }))).toEqual(["Müller Hans"]);
  });

  it("counts and pages through what it finds, the newest first", async () => {
    const dispatcher = await api.signIn(...grants);
    for (const display_name of ["first", "second", "third"])
      await dispatcher.createCase(aFuneralCase({ display_name }));
    const page = await dispatcher.getCases({ size: 2, page: 1 });
    expect(page.meta).toEqual({ page: 1, size: 2, total_elements: 3, total_pages: 2 });
    expect(namesOf(page)).toEqual(["first"]);
    expect((await dispatcher.getCases({ size: 2, page: 9 })).meta.total_elements).toBe(3);
    expect(namesOf(await dispatcher.getCases({ sort: ["display_name,asc"] }))).toEqual(["first", "second", "third"]);
  });

  it("shows dispatchers of a branch no case of another branch, neither as a row nor in the count", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    const { id } = await northern.createCase(aFuneralCase());
    expect((await northern.getCases()).cases).toMatchObject([{ id, branch_id: north }]);
    expect((await southern.getCases({ text: "Muster" })).meta.total_elements).toBe(0);
    await expect(southern.getCase({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });
});
