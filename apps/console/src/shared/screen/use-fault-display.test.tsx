import { StrictMode, useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { actAndRender, clickElement, mountComponent, waitUntil } from "../testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "../testing/screen-testkit.ts";
import { useFaultDisplay } from "./use-fault-display.ts";

function ControlThatFails({ answer }: { answer: Promise<string> }) {
  const [fault, setFault] = useState<string>();
  const showFault = useFaultDisplay();
  const send = async () => showFault(await answer, { name: "C-2026-000001", beside: setFault });
  return (
    <>
      <button type="button" onClick={() => void send()}>
        Senden
      </button>
      {fault !== undefined && <p role="status">{fault}</p>}
    </>
  );
}

function FoldableControl({ answer }: { answer: Promise<string> }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Auf und zu
      </button>
      {isOpen && <ControlThatFails answer={answer} />}
    </>
  );
}

let refuse: (why: string) => void;
beforeEach(async () => {
  const answer = new Promise<string>((resolve) => (refuse = resolve));
  await mountComponent(
    <StrictMode>
      <FoldableControl answer={answer} />
    </StrictMode>,
  );
  await clickElement(findByRole("button", "Senden"));
});

it("a failure is shown beside its control as long as the control is on the page, and in no toast", async () => {
  await actAndRender(() => refuse("Kein Zugriff."));
  await waitUntil(() => expect(findByRole("status").textContent).toBe("Kein Zugriff."));
  expect(findAllByRole("alert")).toEqual([]);
});

it("a failure is shown in a toast with its name once its control was folded away, even if it was opened again", async () => {
  await clickElement(findByRole("button", "Auf und zu"));
  await clickElement(findByRole("button", "Auf und zu"));
  await actAndRender(() => refuse("Kein Zugriff."));
  await waitUntil(() => expect(findByRole("alert").textContent).toBe("C-2026-000001: Kein Zugriff."));
  expect(findAllByRole("status")).toEqual([]);
});
