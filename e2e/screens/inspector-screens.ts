import type { ScreenScenario, ScreenScenarioContext } from "./screen";

const inspectorHead = ({ page, word }: ScreenScenarioContext) =>
  page
    .getByRole("complementary", { name: word("shell.inspector") })
    .getByRole("heading")
    .first()
    .waitFor();

/** Screens of the inspector. */
export const inspectorScreenScenarios: readonly ScreenScenario[] = [
  { name: "inspector-case", path: (day) => `/?case=${day.case("on site")}`, isMain: true, reach: inspectorHead },
  {
    name: "inspector-case-end",
    path: (day) => `/?case=${day.case("on site")}`,
    reach: async (stage) => {
      await inspectorHead(stage);
      await stage.page.getByText("Zufahrt nur von hinten möglich.").first().scrollIntoViewIfNeeded();
    },
  },
  { name: "inspector-open-case", path: (day) => `/?case=${day.case("open")}`, reach: inspectorHead },
  {
    name: "inspector-action",
    path: (day) => `/?case=${day.case("on site")}`,
    reach: async (stage) => {
      await inspectorHead(stage);
      await stage.page
        .getByRole("button", { name: stage.word("inspector.action.LOAD"), exact: true })
        .first()
        .click();
      await stage.page.getByRole("form", { name: stage.word("inspector.action.LOAD") }).waitFor();
    },
  },
  {
    name: "inspector-roadside-case",
    company: "pannenhilfe",
    path: (day) => `/?case=${day.case("on site")}`,
    reach: inspectorHead,
  },
  { name: "inspector-tour", path: (day) => `/?tour=${day.tour("G 101 BE")}`, reach: inspectorHead },
  { name: "inspector-vehicle", path: (day) => `/?vehicle=${day.vehicle("G 122 BE")}`, reach: inspectorHead },
  {
    name: "inspector-gone",
    path: "/?case=00000000-0000-4000-8000-000000000000",
    reach: ({ page, word }) => page.getByText(word("inspector.gone")).waitFor(),
  },
];
