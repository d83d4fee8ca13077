/** Permissions of a phone that the drivers' app needs. */
export const devicePermissions = ["position", "push", "camera"] as const;
export type DevicePermission = (typeof devicePermissions)[number];

/** Under which name the `metadata` of a device says which of them are off: their names, with spaces between. */
export const PERMISSIONS_OFF = "permissions_off";

/** Undefined: the device does not say. */
export function permissionsOff(
  metadata: Readonly<Record<string, string>> | null,
): readonly DevicePermission[] | undefined {
  const off = metadata?.[PERMISSIONS_OFF]?.split(" ");
  return off && devicePermissions.filter((permission) => off.includes(permission));
}
