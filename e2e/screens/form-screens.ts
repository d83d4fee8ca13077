import type { Screen, Stage } from "./screen";

const field = ({ page, word }: Stage, name: string) => page.getByLabel(word(`case-form.fields.${name}`)).first();
const isOpen = (stage: Stage) => stage.page.locator('[id="case-form.title"]').waitFor();
const save = ({ page }: Stage) => page.keyboard.press("Control+Enter");
const close = ({ page, word }: Stage) => page.getByRole("button", { name: word("case-form.close") }).click();

async function typeACall(stage: Stage) {
  await field(stage, "contact_phone_number").fill("+43 664 555 12 34");
  await field(stage, "cargo_deceased_last_name").fill("Gruber");
  await field(stage, "cargo_deceased_first_name").fill("Hermine");
}

/** Changes the case as another user, from the state in which the test left it. */
async function changeElsewhere({ day }: Stage, description: string) {
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
export const formScreens: readonly Screen[] = [
  { name: "form-new", path: "/?form=new", isMain: true, isReady: isOpen },
  { name: "form-new-roadside", company: "pannenhilfe", path: "/?form=new", isReady: isOpen },
  { name: "form-edit", path: (day) => `/?form=${day.case("open")}`, isReady: isOpen },
  {
    name: "form-faults",
    path: "/?form=new",
    isReady: isOpen,
    reach: async (stage) => {
      await typeACall(stage);
      await field(stage, "cargo_deceased_date_of_death").fill("übermorgen vielleicht");
      await save(stage);
      await stage.page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: "form-leave",
    path: "/?form=new",
    isReady: isOpen,
    reach: async (stage) => {
      await typeACall(stage);
      await close(stage);
      await stage.page.getByRole("dialog", { name: stage.word("case-form.leave") }).waitFor();
    },
  },
  {
    name: "form-restored",
    path: "/?form=new",
    isReady: isOpen,
    reach: async (stage) => {
      const { page, word } = stage;
      await typeACall(stage);
      await close(stage);
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
    isReady: isOpen,
    reach: async (stage) => {
      await field(stage, "description").fill("Bitte am Hintereingang läuten.");
      await changeElsewhere(stage, "Angehörige sind ab 12:30 da.");
      await save(stage);
      await stage.page.getByRole("dialog", { name: stage.word("conflict.title") }).waitFor();
    },
    leave: (stage) => changeElsewhere(stage, "Bitte vorher anrufen."),
  },
  {
    name: "form-session-ended",
    path: "/?form=new",
    who: "dispo4",
    isReady: isOpen,
    reach: async (stage) => {
      await typeACall(stage);
      await stage.day.endSession(stage.colleague);
      await save(stage);
      await stage.page.getByRole("dialog", { name: stage.word("session.ended") }).waitFor();
    },
  },
];
