import { expect, it } from "vitest";
import { PERMISSIONS_OFF_KEY, parsePermissionsOff } from "./device-permissions";

it.each([
  [null, undefined],
  [{ battery_saver: "off" }, undefined],
  [{ [PERMISSIONS_OFF_KEY]: "" }, []],
  [{ [PERMISSIONS_OFF_KEY]: "camera position" }, ["position", "camera"]],
  [{ [PERMISSIONS_OFF_KEY]: "microphone push" }, ["push"]],
])("the permissions that are off on a phone are read from the device's metadata %j: %j", (metadata, off) => {
  expect(parsePermissionsOff(metadata)).toEqual(off);
});
