import { createStore, type Store } from "@leitstand/app/store";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useStoreWhileUntouched } from "./use-store-while-untouched.ts";

function StillValue({ store }: { readonly store: Store<string> }) {
  return <p>{useStoreWhileUntouched(store)}</p>;
}

describe("the list under a finger", () => {
  let store: Store<string>;
  let root: Root;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    store = createStore("before");
    root = createRoot(document.body.appendChild(document.createElement("div")));
    act(() => root.render(<StillValue store={store} />));
  });
  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const shown = () => document.querySelector("p")?.textContent;
  const change = (to: string) => act(() => store.set(to));
  const tell = (target: EventTarget, type: string) => act(() => void target.dispatchEvent(new Event(type)));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  it("a list of the driver app shows changes at once while no finger is on the screen", () => {
    change("after");
    expect(shown()).toBe("after");
  });

  it("a list of the driver app does not change during a press, until the click of the pressed element", () => {
    tell(window, "pointerdown");
    change("after");
    pass(4_000);
    tell(window, "pointerup");
    expect(shown()).toBe("before");
    tell(window, "click");
    pass(0);
    expect(shown()).toBe("after");
  });

  it.each(["pointerup", "pointercancel"])(
    "a list of the driver app shows changes again after %s without a click",
    (type) => {
      tell(window, "pointerdown");
      change("after");
      tell(window, type);
      expect(shown()).toBe("before");
      pass(300);
      expect(shown()).toBe("after");
    },
  );

  it("a list of the driver app shows changes again when the app is left during a press", () => {
    tell(window, "pointerdown");
    change("elsewhere");
    tell(window, "blur");
    expect(shown()).toBe("elsewhere");
    tell(window, "pointerdown");
    change("hidden");
    tell(document, "visibilitychange");
    expect(shown()).toBe("hidden");
  });

  it("a list of the driver app does not change when the press takes the focus from another element", () => {
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    tell(window, "pointerdown");
    change("after");
    act(() => field.blur());
    expect(shown()).toBe("before");
  });

  it("a list of the driver app shows changes again after ten seconds if the end of a press is never reported", () => {
    tell(window, "pointerdown");
    change("after");
    pass(9_000);
    expect(shown()).toBe("before");
    pass(1_000);
    expect(shown()).toBe("after");
    change("later");
    expect(shown()).toBe("later");
  });

  it("a list of the driver app does not change during a second press as long as during the first", () => {
    tell(window, "pointerdown");
    pass(9_000);
    tell(window, "pointerdown");
    change("after");
    pass(9_000);
    expect(shown()).toBe("before");
  });
});
