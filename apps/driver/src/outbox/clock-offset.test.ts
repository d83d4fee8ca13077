import { expect, it } from "vitest";
import { createClockJumpDetector } from "./clock-offset.ts";

it("the phone notices that its clock was set, once, and not that it goes on or is a little off", () => {
  const clock = { wall: 1_000_000, monotonic: 500 };
  const jump = createClockJumpDetector(() => clock);
  const goOn = (wall: number, monotonic: number) => {
    clock.wall += wall;
    clock.monotonic += monotonic;
    return jump();
  };
  expect(goOn(60_000, 60_000)).toBe(0);
  expect(goOn(60_000, 58_000)).toBe(0);
  expect(goOn(-3_540_000, 60_000)).toBe(-3_600_000);
  expect(goOn(60_000, 60_000)).toBe(0);
  expect(goOn(3_660_000, 60_000)).toBe(3_600_000);
});
