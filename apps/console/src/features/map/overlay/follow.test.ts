import { expect, it } from "vitest";
import { followPlace } from "./follow.ts";

/** Camera over Graz that lists how it is moved. */
function aCamera({ isZooming = false, isMoving = false } = {}) {
  const moves: string[] = [];
  const camera = {
    getCenter: () => ({ lng: 15.44, lat: 47.07 }),
    isZooming: () => isZooming,
    isMoving: () => isMoving,
    jumpTo: () => moves.push("jump"),
    easeTo: () => moves.push("ease"),
  };
  return { camera, moves };
}

it.each([
  { what: "goes along with a gliding vehicle", camera: {}, isGliding: true, moves: ["jump"] },
  { what: "goes to a vehicle that has jumped", camera: {}, isGliding: false, moves: ["ease"] },
  { what: "ends its own move first", camera: { isMoving: true }, isGliding: false, moves: [] },
  { what: "lets the user zoom to the end", camera: { isZooming: true }, isGliding: true, moves: [] },
])("the map that follows a vehicle $what", ({ camera: given, isGliding, moves: expected }) => {
  const { camera, moves } = aCamera(given);
  followPlace(camera, [15.45, 47.08], isGliding);
  expect(moves).toEqual(expected);
});

it("the map that follows a vehicle rests while the vehicle stands", () => {
  const { camera, moves } = aCamera();
  followPlace(camera, [15.44, 47.07], true);
  expect(moves).toEqual([]);
});
