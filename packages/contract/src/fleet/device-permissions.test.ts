import { expect, it } from "vitest";
import { PERMISSIONS_OFF, permissionsOff } from "./device-permissions";

it.each([
  [null, undefined],
  [{ battery_saver: "off" }, undefined],
  [{ [PERMISSIONS_OFF]: "" }, []],
  [{ [PERMISSIONS_OFF]: "camera position" }, ["position", "camera"]],
  [{ [PERMISSIONS_OFF]: "microphone push" }, ["push"]],
])("reads from a device's metadata %j that %j is off", (metadata, off) => {
  expect(permissionsOff(metadata)).toEqual(off);
});
