import { expect, it, vi } from "vitest";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import { mountPhoneTest, readOutboxContents, tapElement } from "#shared/testing/phone-testkit.tsx";
import { clockOffset } from "#work/api.ts";
import { draftStore } from "#work/drafts.ts";
import { phoneCompany } from "#work/phone.ts";
import texts from "../../../../messages/de/case.json";
import frame from "../../../../messages/de/frame.json";
import { PostponeForm } from "./postpone-form.tsx";

const phone = mountPhoneTest({ case: texts, frame });
const DAY_MS = 86_400_000;
const link = aTourCaseLink("ACCEPTED");
const shown = aCaseWithLink("FUNERAL", link);

it("a case is postponed until tomorrow at eight by the company's clocks, although the phone's clock is a day fast", async () => {
  phoneCompany.set({ timezone: "America/New_York" } as never);
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-06-01T22:00:00-04:00") + DAY_MS);
  clockOffset.set(-DAY_MS);
  draftStore.set({ [fixtureCaseId]: { fields: { postpone: "Familie nicht da", postpone_until: "tomorrow" } } });
  await phone.show(<PostponeForm shown={shown} link={link} tour_id={fixtureTourId} />);
  await tapElement(document.querySelector<HTMLButtonElement>("button.primary"), () =>
    expect(phone.outbox).toHaveLength(1),
  );
  const [content] = await readOutboxContents();
  expect(content?.body).toMatchObject({ payload: { postponed_until: "2026-06-02T12:00:00.000Z" } });
});
