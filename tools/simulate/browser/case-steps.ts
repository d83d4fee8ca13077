import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { Page } from "playwright-core";
import { pressPrimaryButton, drawSignature } from "../../../e2e/driver/driver-steps";

/** One action of a transport, and the text by which the driver app shows that it was recorded. */
export interface AppTransportStep {
  readonly action: CaseAction;
  /** Text by which the app says that the step is written down; undefined: the button goes. */
  readonly done: string | undefined;
  /** Minutes of the day before it happens. */
  readonly minutes: number;
  /** Place to which the minutes are spent driving, the first or the last. */
  readonly drive?: "source" | "target";
}

export const ACCEPT_BUTTON_LABEL = "Annehmen";
const stepsByButton = new Map<string, AppTransportStep>([
  [ACCEPT_BUTTON_LABEL, { action: "ACCEPT", done: "Angenommen", minutes: 2 }],
  ["Losfahren", { action: "START", done: "Losgefahren", minutes: 3 }],
  ["Angekommen", { action: "ARRIVE", done: "Angekommen", minutes: 9, drive: "source" }],
  ["Geladen", { action: "LOAD", done: "Geladen", minutes: 4 }],
  ["Am Ziel", { action: "ARRIVE", done: "Angekommen", minutes: 8, drive: "target" }],
  ["Übergeben", { action: "DELIVER", done: "Übergeben", minutes: 1 }],
  ["Abschließen", { action: "FINISH", done: "Abgeschlossen", minutes: 4 }],
  ["Papiere erledigt", { action: "DONE", done: undefined, minutes: 2 }],
]);
export const transportStepOfButton = (primary: string): AppTransportStep | undefined => stepsByButton.get(primary);

/** Questions of the large button before a step, with how to answer each. */
const answersByQuestion = new Map<string, (page: Page) => Promise<unknown>>([
  ["Wer übernimmt?", (page) => page.getByLabel("Wer übernimmt?").fill("M. Huber")],
  ["Unterschrift", drawSignature],
]);
const questionLeads = [
  "Identität prüfen",
  "Stimmt überein",
  "Wertgegenstände aufnehmen",
  "Wertgegenstände prüfen",
  "Stimmt noch",
  "Übergabe",
];

export function questionAnswererOfButton(primary: string): ((page: Page) => Promise<unknown>) | undefined {
  return (
    answersByQuestion.get(primary) ??
    (questionLeads.includes(primary) ? (page) => pressPrimaryButton(page, primary) : undefined)
  );
}
