import type { PhoneFunctions } from "./device.ts";

export const browserCamera: PhoneFunctions["camera"] = {
  permission: async () => {
    if (navigator.mediaDevices === undefined) return "missing";
    // Browsers without this query ask at the first photo, if they ask at all.
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
      // The camera is allowed, although none is available at present.
      return (error as DOMException).name === "NotAllowedError" ? "denied" : "granted";
    }
  },
};
