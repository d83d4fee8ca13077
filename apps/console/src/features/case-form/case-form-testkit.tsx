/** Test kit: the form of a case in a company with one branch. */
import { Suspense } from "react";
import { Branch } from "@leitstand/contract/company/branches";
import { VehicleType } from "@leitstand/contract/fleet/vehicle-types";
import { Skill } from "@leitstand/contract/people/skills";
import type { Case } from "@leitstand/contract/cases/case";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOfSchema, createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { fillField, mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import {
  accessibleDescriptionOf,
  findByRole,
  findAllByRole,
  accessibleNameOf,
} from "#shared/testing/screen-testkit.ts";
import { type StubServer, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import { CaseForm } from "./case-form.tsx";

export const testBranchOfCaseForm = {
  ...exampleOfSchema(Branch),
  id: aFullCase().branch_id ?? "",
  name: "Graz",
  active: true,
};
const exampleSkill = { ...exampleOfSchema(Skill), name: "Überführung ins Ausland" };

const formListAnswers = {
  getBranches: () => [testBranchOfCaseForm],
  getBrands: () => [],
  getSkills: () => [exampleSkill],
  getVehicleTypes: () => [exampleOfSchema(VehicleType)],
  getAddresses: () => [],
  getAddressTypes: () => [],
  getCases: () => createOnePageAnswer("cases", []),
};

interface OpenedCaseForm {
  readonly server: StubServer;
  /** Calls from the form to the board, such as `saved <id>` or `closed`. */
  readonly told: readonly string[];
}

interface OpenFormOptions {
  /** The case that is edited; left out, the form takes a new case. */
  readonly dispatchCase?: Case;
  readonly company?: "FUNERAL" | "ROADSIDE_ASSISTANCE";
  readonly answers?: Parameters<StubServer["answer"]>[0];
}

/** Opens a form on a Saturday morning; its fields are there when it returns. */
export async function openTestCaseForm({
  dispatchCase,
  company = "FUNERAL",
  answers = {},
}: OpenFormOptions = {}): Promise<OpenedCaseForm> {
  const server = stubApiForCaseForm(company, { ...(dispatchCase ? { getCase: () => dispatchCase } : {}), ...answers });
  const told: string[] = [];
  await mountTestCaseForm(dispatchCase?.id ?? "new", told);
  await waitUntil(findSaveButton);
  return { server, told };
}

export function stubApiForCaseForm(
  type: NonNullable<OpenFormOptions["company"]>,
  answers: NonNullable<OpenFormOptions["answers"]>,
): StubServer {
  clearLiveData();
  setFakeSystemTime("2026-11-21T08:30:00Z");
  return stubApiFetch({ ...formListAnswers, getUserInfo: () => aDispatcher({ type }), ...answers });
}

export const mountTestCaseForm = (id: string, told: string[] = []) =>
  mountComponent(
    <Suspense fallback={null}>
      <CaseForm id={id} onClose={() => told.push("closed")} onSaved={(saved) => told.push(`saved ${saved}`)} />
    </Suspense>,
  );

/** Finds a field by its name, within its section where several have the same name. */
export const findFormField = (name: string | RegExp, section?: string) =>
  findByRole("textbox", name, section === undefined ? document : findFormSection(section));
export const findFormSection = (title: string) => {
  const found = [...document.querySelectorAll("[data-section]")].find((section) => accessibleNameOf(section) === title);
  if (!found) throw new Error(`no section ${title}`);
  return found;
};
export const valueOfInputElement = (element: HTMLElement) => (element as HTMLInputElement).value;

/** The fault of a field, as it is shown and as a screen reader reads it. */
export const faultTextOfField = (element: HTMLElement) =>
  element.getAttribute("aria-invalid") === "true" ? accessibleDescriptionOf(element) : "";

/** Names of all fields that have a fault. */
export const findFaultyFieldNames = () =>
  findAllByRole("textbox")
    .filter((element) => faultTextOfField(element) !== "")
    .map(accessibleNameOf);

export const findSaveButton = () => findByRole("button", /^SpeichernCtrl/);

/** The server's answer to a new case. */
export const exampleCreatedCase = aFullCase({ natural_id: "C-2026-000007" });
export const answerCreatedCase = () => exampleCreatedCase;

/** The element with the keyboard focus. */
export const focusedElement = () => document.activeElement as HTMLElement;

/** Fills the fields that a transport cannot be saved without. */
export async function fillRequiredTransportFields() {
  await fillField(findFormField("Nachname"), "Muster");
  await fillField(findFormField("Vorname"), "Maria");
  await fillField(findFormField("Sterbedatum"), "20.11.2026");
}
