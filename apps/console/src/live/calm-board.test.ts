// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#shared/api/api.ts";
import { aBoard } from "./board.fixture.ts";
import { boardQuery } from "./board.ts";
import { calmBoard } from "./calm-board.ts";
import { CALM_MS } from "./paced.ts";

/** Whoever watches the cache is told in the next turn. */
const turn = () => vi.advanceTimersByTime(0);

const change = (cursor: string) => {
  queryClient.setQueryData(boardQuery.queryKey, { ...aBoard(), cursor });
  turn();
};
const shown = () => calmBoard.get()?.cursor;

describe("the board for what may lag behind", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    queryClient.clear();
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it("shows a change at once after a pause, and what follows together, the last of it included", () => {
    change("1-0");
    expect(shown()).toBe("1-0");
    change("2-0");
    change("3-0");
    expect(shown()).toBe("1-0");
    vi.advanceTimersByTime(CALM_MS);
    expect(shown()).toBe("3-0");
  });

  it("is gone at once when somebody signs out in the middle of a busy minute", () => {
    change("1-0");
    change("2-0");
    queryClient.clear();
    turn();
    expect(shown()).toBeUndefined();
  });
});
