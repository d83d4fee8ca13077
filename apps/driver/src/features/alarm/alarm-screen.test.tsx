import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "#outbox/row.fixture.ts";
import alarm from "../../../messages/de/alarm.json";
import { AlarmScreen } from "./alarm-screen.tsx";

const link = aTourCaseLink("alarmed", { actions: ["ACCEPT", "REJECT"] });
const ringing = {
  key: "alarm",
  dispatchCase: aCaseWithLink("ROADSIDE", link),
  link,
  answer_until: Date.parse("2026-03-02T08:00:00Z"),
  tone: "alarm",
} as const;

let testRoot: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it("an alarm stays on the screen when the driver presses Back twice, which closes any dialog of the browser", async () => {
  await act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={{ alarm }}>
        <AlarmScreen alarm={ringing} others={0} />
      </IntlProvider>,
    ),
  );
  const dialog = document.querySelector("dialog");
  expect(dialog?.open).toBe(true);
  await act(async () => dialog?.close());
  expect(dialog?.open).toBe(true);
});
