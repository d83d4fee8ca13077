import { expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId } from "#outbox/row.fixture.ts";
import { mountPhoneTest, readOutboxContents, tapElement } from "#shared/testing/phone-testkit.tsx";
import caseTexts from "../../../messages/de/case.json";
import { CaseChecklist } from "./checklist.tsx";

const phone = mountPhoneTest({ case: caseTexts });
const link = aTourCaseLink("ARRIVED");
const todo = {
  id: "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a01",
  title: "Schutzkleidung tragen",
  description: null,
  required: true,
  completed: true,
  completed_at: "2026-03-02T08:00:00.000Z",
};
const shown = { ...aCaseWithLink("FUNERAL", link), todos: { pickup: [todo], delivery: [] } } as never;

it("the entry of a todo that is un-ticked keeps its title, which the case can no longer tell once it has left the phone", async () => {
  await phone.show(<CaseChecklist shown={shown} link={link} draft={{}} />);
  await tapElement(document.querySelector<HTMLInputElement>("input[type=checkbox]"), () =>
    expect(phone.outbox).toHaveLength(1),
  );
  const body = { case_id: fixtureCaseId, todo_id: todo.id, completed: false };
  expect(await readOutboxContents()).toEqual([{ op: "setTodoCompleted", body, title: todo.title }]);
});
