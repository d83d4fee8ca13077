import type { Case } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { aFullCase } from "#live/full-case-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { numberedId, createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { mountComponent, pressKey, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { PaletteDialog } from "./palette-dialog.tsx";

const [maria, hans] = ["Muster Maria", "Muster Hans"].map((display_name, index) =>
  aFullCase({ id: numberedId(index + 1), display_name }),
) as [Case, Case];

/** Opens the palette and searches for "Muster"; the server answers no later search. */
async function openPaletteWithMusters(found: readonly Case[]) {
  clearLiveData();
  stubApiFetch({
    getUserInfo: () => aDispatcher({ grants: ["getCases"] }),
    getCases: ({ body }) =>
      body.text === "Muster" ? createOnePageAnswer("cases", [...found]) : createNeverSettlingPromise(),
  });
  const views: Parameters<ChangeBoardView>[0][] = [];
  const ignore = () => undefined;
  await mountComponent(
    <PaletteDialog onClose={ignore} onLayer={ignore} onSignOut={ignore} onView={(view) => views.push(view)} />,
  );
  const field = await waitUntil(() => findByRole("combobox"));
  await typeText(field, "Muster");
  await waitUntil(() => expect(findAllByRole("option", /^Muster/)).toHaveLength(found.length));
  return { field, views };
}

describe("the palette while it searches", () => {
  it("Enter in the palette opens a case that was found for an earlier text only when it matches what is typed now", async () => {
    const { field, views } = await openPaletteWithMusters([maria, hans]);
    await typeText(field, "Muster Hans");
    await pressKey("Enter");
    await waitUntil(() => expect(views).toMatchObject([{ case: hans.id }]));
  });

  it("Enter in the palette opens no case when none that was found before matches what is typed now", async () => {
    const { field, views } = await openPaletteWithMusters([maria]);
    await typeText(field, "Muster Hans");
    expect(findAllByRole("option", /^Muster/)).toEqual([]);
    await pressKey("Enter");
    expect(views).toEqual([]);
  });
});
