import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";
import { queryClient } from "../api/api.ts";
import { session, sessionEnded, tenant } from "../api/session.ts";
import { changePreferences } from "../state/preferences.ts";
import { Texts } from "../text/i18n.tsx";
import { completeTheBrowser } from "./browser-testkit.ts";

/** Mounts components as the console does, and acts on them like a user. It waits for conditions, never for a time. */
let root: Root | undefined;
/** Errors and warnings that React and libraries report about a component. */
let complaints: string[] = [];

beforeEach(() => {
  completeTheBrowser();
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...said: unknown[]) => void complaints.push(said.join(" ")));
  session.set({ token: "token", email: "dispo1@bestattung.example", expires_at: "2030-11-21T20:00:00Z" });
  changePreferences({ language: "de" });
});
afterEach(async () => {
  await acting(() => root?.unmount());
  root = undefined;
  notifications.clean();
  document.body.replaceChildren();
  queryClient.clear();
  session.set(null);
  sessionEnded.set(false);
  tenant.set(null);
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (complaints.length > 0) throw new Error(`React complains:\n${complaints.join("\n")}`);
});

/** Runs work and waits until React has drawn its result; between such steps it draws as in a browser. */
async function acting(work: () => unknown) {
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
export async function mount(what: ReactNode) {
  const home = document.createElement("div");
  document.body.append(home);
  root = createRoot(home);
  await acting(() =>
    root?.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <Texts>
            <Notifications />
            <div data-mounted>{what}</div>
          </Texts>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await until(() => document.querySelector("[data-mounted]") ?? missing());
}
const missing = (): never => {
  throw new Error("not drawn yet");
};

/** Waits until a check passes, and returns its result. */
export const until = <T,>(check: () => T): Promise<T> =>
  vi.waitFor(
    async () => {
      await acting(() => undefined);
      return check();
    },
    { timeout: 30_000, interval: 5 },
  );

/** Does something that components react to, such as a change of the store. */
export const happen = (what: () => unknown) => acting(what);

export const click = (element: HTMLElement) =>
  acting(() => {
    element.focus();
    element.click();
  });

/** Presses a key on the element with the focus. */
export const press = (key: string, more: KeyboardEventInit = {}) =>
  acting(() =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
    ),
  );

/** Types over the content of a field, and stays in it. */
export const type = (field: HTMLElement, text: string) =>
  acting(() => {
    field.focus();
    // React overrides `value` on the element itself; a browser sets it by the prototype's setter.
    const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
    value?.set?.call(field, text);
    field.dispatchEvent(new Event(field.matches("select") ? "change" : "input", { bubbles: true }));
  });

/** Types into a field, and leaves it. */
export const fill = async (field: HTMLElement, text: string) => {
  await type(field, text);
  await acting(() => field.blur());
};

/** Sets the clock; whatever shows the time follows. */
export function setClock(instant: string) {
  vi.setSystemTime(instant);
  document.dispatchEvent(new Event("visibilitychange"));
}
