import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GrantName } from "@leitstand/contract/operation/grants";
import { aFuneralCase } from "../apps/api/src/testing/cases";
import { hasBrowser } from "./browser";
import { type Colleague, eventually, type OpenedConsole, openConsole } from "./console-testkit";
import { aPhone, beginShift, planTour, press, signInOn } from "./driver/driver-testkit";
import { shiftFrom } from "./tours-testkit";

describe.skipIf(!hasBrowser)("a case that another branch takes over (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const bucketOf = async ({ api }: Colleague, id: string, tour_id: string) =>
    (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id)?.bucket;

  it("a case forwarded to another branch of the driver is assigned to another crew by its dispatchers", async () => {
    const { api: office } = await product.signIn("bestattung", "admin");
    const phone = await aPhone(product, "bestattung", { place: 1 });
    const { page, context } = phone;
    const other = await office.createBranch({ name: "Zweigstelle Weiz" });
    await office.createBranch({ name: "Zweigstelle Bruck" });
    await worksAlsoFor(office, phone.user_id, other.id);
    const { dispatcher, tour, ids } = await planTour(await product.signIn("bestattung"), phone, [
      aFuneralCase({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOn(product, "bestattung", phone);
    await beginShift(page);
    await press(page, "Annehmen");
    await page.getByRole("button", { name: "Weitergeben" }).click();
    await page.getByRole("radio", { name: "Zweigstelle Weiz" }).check();
    await eventually(() => page.getByRole("radio").allInnerTexts()).toHaveLength(2);
    expect(await page.getByRole("radio", { name: "Zweigstelle Bruck" }).count()).toBe(0);
    await page.getByLabel("Grund").fill("liegt näher");
    await press(page, "Weitergeben");
    await eventually(() => bucketOf(dispatcher, id, tour.id)).toBe("forwarded");
    const { branch_id: now, lock_version } = await dispatcher.api.getCase({ id });
    expect(now).toBe(other.id);

    const crew = await dispatcher.api.createScheduledTour({
      name: "Frühdienst Weiz",
      branch_id: other.id,
      user_ids: [],
      ...shiftFrom(product.clock),
    });
    await dispatcher.api.receiveAction({
      id,
      tour_id: crew.id,
      action: "ASSIGN",
      lock_version,
      payload: { force: true },
    });
    expect(await bucketOf(dispatcher, id, crew.id)).toBe("open");
    // The first crew has no data of it left.
    await page.getByText("Fuchs, Alois").waitFor({ state: "detached" });
    await context.close();
  });

  /** Adds the driver to a second branch, with the drivers' role, which now may also read the branches to forward to. */
  async function worksAlsoFor(office: Colleague["api"], user_id: string, branch_id: string) {
    const driving = (await office.getRoles()).find(({ role_type }) => role_type === "DRIVER");
    if (driving === undefined) throw new Error("Nobody drives for this company.");
    const { id: role_id, name, role_type, branch_access, grants, roles_allowed_to_assign } = driving;
    await office.updateRole({
      id: role_id,
      name,
      role_type,
      branch_access,
      grants: [...(grants as GrantName[]), "getBranches"],
      roles_allowed_to_assign,
      lock_version: driving.lock_version,
    });
    const group = await office.createBranchGroup({ name: "Nur Weiz", type: "SINGLE", branch_ids: [branch_id] });
    const person = await office.getUser({ id: user_id });
    await office.updateUser({
      id: user_id,
      firstname: person.firstname,
      lastname: person.lastname,
      email: person.email,
      phone_number: person.phone_number,
      language: person.language,
      lock_version: person.lock_version,
      role_associations: [
        ...person.role_associations.map((held) => ({ role_id: held.role_id, branch_group_id: held.branch_group_id })),
        { role_id, branch_group_id: group.id },
      ],
    });
  }
});
