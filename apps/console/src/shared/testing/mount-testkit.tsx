/** Mounts components as the console does, and acts on them like a user. It waits for conditions, never for a time. */
import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";
import { queryClient } from "../api/api.ts";
import { userSessionStore, sessionEndedStore, lastSignedInTenantStore } from "../api/session.ts";
import { ToastArea } from "../screen/toast-area.tsx";
import { changePreferences } from "../state/preferences.ts";
import { TextsProvider } from "../text/i18n.tsx";
import { polyfillBrowser } from "./browser-testkit.ts";

let mountedRoot: Root | undefined;
/** Errors and warnings that React and libraries report about a component. */
let reactComplaints: string[] = [];

beforeEach(() => {
  polyfillBrowser();
  reactComplaints = [];
  vi.spyOn(console, "error").mockImplementation((...said: unknown[]) => void reactComplaints.push(said.join(" ")));
  userSessionStore.set({
    short_code: "bestattung",
    token: "token",
    email: "dispo1@bestattung.example",
    expires_at: "2030-11-21T20:00:00Z",
  });
  changePreferences({ language: "de" });
});
afterEach(async () => {
  await runInAct(() => mountedRoot?.unmount());
  mountedRoot = undefined;
  notifications.clean();
  document.body.replaceChildren();
  queryClient.clear();
  userSessionStore.set(null);
  sessionEndedStore.set(false);
  lastSignedInTenantStore.set(null);
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (reactComplaints.length > 0) throw new Error(`React complains:\n${reactComplaints.join("\n")}`);
});

/** Runs work and waits until React has drawn its result; between such steps it draws as in a browser. */
async function runInAct(work: () => unknown) {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  react.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    await act(async () => {
      await work();
    });
  } finally {
    react.IS_REACT_ACT_ENVIRONMENT = false;
  }
}

/** Mounts a component in the providers of the whole console; its texts are there when it returns. */
export async function mountComponent(what: ReactNode) {
  const home = document.createElement("div");
  document.body.append(home);
  mountedRoot = createRoot(home);
  await runInAct(() =>
    mountedRoot?.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <TextsProvider>
            <ToastArea />
            <div data-mounted>{what}</div>
          </TextsProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await waitUntil(() => document.querySelector("[data-mounted]") ?? throwNotDrawn());
}
const throwNotDrawn = (): never => {
  throw new Error("not drawn yet");
};

/** Waits until a check passes, and returns its result. */
export const waitUntil = <T,>(check: () => T): Promise<T> =>
  vi.waitFor(
    async () => {
      await runInAct(() => undefined);
      return check();
    },
    { timeout: 30_000, interval: 5 },
  );

/** Does something that components react to, such as a change of the store. */
export const actAndRender = (what: () => unknown) => runInAct(what);

export const clickElement = (element: HTMLElement) =>
  runInAct(() => {
    element.focus();
    element.click();
  });

/** The second click of a double click. */
export const clickSecondTime = (element: HTMLElement) =>
  runInAct(() => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 })));

/** Presses a key on the element with the focus. */
export const pressKey = (key: string, more: KeyboardEventInit = {}) =>
  runInAct(() =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
    ),
  );

/** Types over the content of a field, and stays in it. */
export const typeText = (field: HTMLElement, text: string) =>
  runInAct(() => {
    field.focus();
    // React overrides `value` on the element itself; a browser sets it by the prototype's setter.
    const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
    value?.set?.call(field, text);
    field.dispatchEvent(new Event(field.matches("select") ? "change" : "input", { bubbles: true }));
  });

/** Types into a field, and leaves it. */
export const fillField = async (field: HTMLElement, text: string) => {
  await typeText(field, text);
  await runInAct(() => field.blur());
};

/** Sets the clock; components that show the time are updated. */
export function setFakeSystemTime(instant: string) {
  vi.setSystemTime(instant);
  document.dispatchEvent(new Event("visibilitychange"));
}
