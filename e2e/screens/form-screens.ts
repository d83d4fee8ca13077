import type { ScreenScenario, ScreenScenarioContext } from "./screen";

const formField = ({ page, word }: ScreenScenarioContext, name: string) =>
  page.getByLabel(word(`case-form.fields.${name}`)).first();
const waitForForm = (stage: ScreenScenarioContext) => stage.page.locator('[id="case-form.title"]').waitFor();
const saveByKeyboard = ({ page }: ScreenScenarioContext) => page.keyboard.press("Control+Enter");
const closeForm = ({ page, word }: ScreenScenarioContext) =>
  page.getByRole("button", { name: word("case-form.close") }).click();

async function typeCallData(stage: ScreenScenarioContext) {
  await formField(stage, "contact_phone_number").fill("+43 664 555 12 34");
  await formField(stage, "cargo_deceased_last_name").fill("Gruber");
  await formField(stage, "cargo_deceased_first_name").fill("Hermine");
}

/** Changes the case as another user, from the state in which the test left it. */
async function changeCaseElsewhere({ day }: ScreenScenarioContext, description: string) {
  const { api } = day.colleague;
  const dispatchCase = await api.getCase({ id: day.case("open at noon") });
  const { id, lock_version, approved, data_type, branch_id, contact, not_before, due_at, funeral_data } = dispatchCase;
  await api.updateCase({
    id,
    lock_version,
    approved,
    data_type,
    branch_id,
    contact,
    not_before,
    due_at,
    funeral_data,
    description,
  });
}

/** Screens of forms of cases, and the dialogs over them. */
export const formScreenScenarios: readonly ScreenScenario[] = [
  { name: "form-new", path: "/?form=new", isMain: true, isReady: waitForForm },
  { name: "form-new-roadside", company: "pannenhilfe", path: "/?form=new", isReady: waitForForm },
  { name: "form-edit", path: (day) => `/?form=${day.case("open")}`, isReady: waitForForm },
  {
    name: "form-faults",
    path: "/?form=new",
    isReady: waitForForm,
    reach: async (stage) => {
      await typeCallData(stage);
      await formField(stage, "cargo_deceased_date_of_death").fill("übermorgen vielleicht");
      await saveByKeyboard(stage);
      await stage.page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: "form-leave",
    path: "/?form=new",
    isReady: waitForForm,
    reach: async (stage) => {
      await typeCallData(stage);
      await closeForm(stage);
      await stage.page.getByRole("dialog", { name: stage.word("case-form.leave") }).waitFor();
    },
  },
  {
    name: "form-restored",
    path: "/?form=new",
    isReady: waitForForm,
    reach: async (stage) => {
      const { page, word } = stage;
      await typeCallData(stage);
      await closeForm(stage);
      await page.getByRole("button", { name: word("case-form.keep") }).click();
      await page.locator('[id="case-form.title"]').waitFor({ state: "detached" });
      await page.keyboard.press("c");
      await page.getByText(word("case-form.restored").replace("{time}", "09:41")).waitFor();
    },
  },
  {
    name: "form-conflict",
    path: (day) => `/?form=${day.case("open at noon")}`,
    isMain: true,
    isReady: waitForForm,
    reach: async (stage) => {
      await formField(stage, "description").fill("Bitte am Hintereingang läuten.");
      await changeCaseElsewhere(stage, "Angehörige sind ab 12:30 da.");
      await saveByKeyboard(stage);
      await stage.page.getByRole("dialog", { name: stage.word("conflict.title") }).waitFor();
    },
    leave: (stage) => changeCaseElsewhere(stage, "Bitte vorher anrufen."),
  },
  {
    name: "form-session-ended",
    path: "/?form=new",
    who: "dispo4",
    isReady: waitForForm,
    reach: async (stage) => {
      await typeCallData(stage);
      await stage.day.endSession(stage.colleague);
      await saveByKeyboard(stage);
      await stage.page.getByRole("dialog", { name: stage.word("session.ended") }).waitFor();
    },
  },
];
