import { Suspense } from "react";
import { Branch } from "@leitstand/contract/company/branches";
import { VehicleType } from "@leitstand/contract/fleet/vehicle-types";
import { Skill } from "@leitstand/contract/people/skills";
import type { Case } from "@leitstand/contract/cases/case";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOf, onePage } from "#shared/testing/example-testkit.ts";
import { fill, mount, setClock, until } from "#shared/testing/mount-testkit.tsx";
import { descriptionOf, find, findAll, nameOf } from "#shared/testing/screen-testkit.ts";
import { type Server, serveApi } from "#shared/testing/server-testkit.ts";
import { forgetLive } from "#live/store.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import { CaseForm } from "./case-form.tsx";

/** Test kit: the form of a case in a company with one branch. */
export const branch = { ...exampleOf(Branch), id: aFullCase().branch_id ?? "", name: "Graz", active: true };
const skill = { ...exampleOf(Skill), name: "Überführung ins Ausland" };

const lists = {
  getBranches: () => [branch],
  getBrands: () => [],
  getSkills: () => [skill],
  getVehicleTypes: () => [exampleOf(VehicleType)],
  getAddresses: () => [],
  getAddressTypes: () => [],
  getCases: () => onePage("cases", []),
};

interface OpenForm {
  readonly server: Server;
  /** Calls from the form to the board, such as `saved <id>` or `closed`. */
  readonly told: readonly string[];
}

interface FormOptions {
  /** The case that is edited; left out, the form takes a new case. */
  readonly dispatchCase?: Case;
  readonly company?: "FUNERAL" | "ROADSIDE_ASSISTANCE";
  readonly answers?: Parameters<Server["answer"]>[0];
}

/** Opens a form on a Saturday morning; its fields are there when it returns. */
export async function openForm({
  dispatchCase,
  company = "FUNERAL",
  answers = {},
}: FormOptions = {}): Promise<OpenForm> {
  const server = serveCompany(company, { ...(dispatchCase ? { getCase: () => dispatchCase } : {}), ...answers });
  const told: string[] = [];
  await mountForm(dispatchCase?.id ?? "new", told);
  await until(saveButton);
  return { server, told };
}

export function serveCompany(
  type: NonNullable<FormOptions["company"]>,
  answers: NonNullable<FormOptions["answers"]>,
): Server {
  forgetLive();
  setClock("2026-11-21T08:30:00Z");
  return serveApi({ ...lists, getUserInfo: () => aDispatcher({ type }), ...answers });
}

export const mountForm = (id: string, told: string[] = []) =>
  mount(
    <Suspense fallback={null}>
      <CaseForm id={id} onClose={() => told.push("closed")} onSaved={(saved) => told.push(`saved ${saved}`)} />
    </Suspense>,
  );

/** Finds a field by its name, within its section where several have the same name. */
export const field = (name: string | RegExp, section?: string) =>
  find("textbox", name, section === undefined ? document : sectionOf(section));
export const sectionOf = (title: string) => {
  const found = [...document.querySelectorAll("[data-section]")].find((section) => nameOf(section) === title);
  if (!found) throw new Error(`no section ${title}`);
  return found;
};
export const valueOf = (element: HTMLElement) => (element as HTMLInputElement).value;

/** The fault of a field, as it is shown and as a screen reader reads it. */
export const faultOf = (element: HTMLElement) =>
  element.getAttribute("aria-invalid") === "true" ? descriptionOf(element) : "";

/** Names of all fields that have a fault. */
export const faultyNames = () =>
  findAll("textbox")
    .filter((element) => faultOf(element) !== "")
    .map(nameOf);

export const saveButton = () => find("button", /^SpeichernCtrl/);

/** The server's answer to a new case. */
export const created = aFullCase({ natural_id: "C-2026-000007" });
export const createCase = () => created;

/** The element with the keyboard focus. */
export const focused = () => document.activeElement as HTMLElement;

/** Fills the fields that a transport cannot be saved without. */
export async function fillNames() {
  await fill(field("Nachname"), "Muster");
  await fill(field("Vorname"), "Maria");
  await fill(field("Sterbedatum"), "20.11.2026");
}
