import type { Device } from "./device.ts";

export const browserCamera: Device["camera"] = {
  permission: async () => {
    if (navigator.mediaDevices === undefined) return "missing";
    // Browsers that know no such question ask at the first photo, if they ask at all.
    const name = "camera" as PermissionName;
    const status = await navigator.permissions?.query({ name }).catch(() => undefined);
    return status?.state ?? "missing";
  },
  ask: async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      for (const track of stream.getTracks()) track.stop();
      return "granted";
    } catch (error) {
      // Allowed, although there is no camera to be had at present.
      return (error as DOMException).name === "NotAllowedError" ? "denied" : "granted";
    }
  },
};
