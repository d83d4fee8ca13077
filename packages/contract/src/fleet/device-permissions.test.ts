import { expect, it } from "vitest";
import { DISABLED_PERMISSIONS_METADATA_KEY, parseDisabledDevicePermissions } from "./device-permissions";

it.each([
  [null, undefined],
  [{ battery_saver: "off" }, undefined],
  [{ [DISABLED_PERMISSIONS_METADATA_KEY]: "" }, []],
  [{ [DISABLED_PERMISSIONS_METADATA_KEY]: "camera position" }, ["position", "camera"]],
  [{ [DISABLED_PERMISSIONS_METADATA_KEY]: "microphone push" }, ["push"]],
])("the permissions that are off on a phone are read from the device's metadata %j: %j", (metadata, off) => {
  expect(parseDisabledDevicePermissions(metadata)).toEqual(off);
});
