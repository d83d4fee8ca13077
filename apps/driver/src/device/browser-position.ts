import type { PhoneFunctions, PositionFix, DevicePermissionState } from "./device.ts";

/** Milliseconds without a fix after which one is requested: a phone that does not move may report none for hours. */
const REQUEST_FIX_AFTER_MS = 60_000;
const preciseOptions: PositionOptions = { enableHighAccuracy: true, maximumAge: 0 };

export const browserGeolocation: PhoneFunctions["position"] = {
  permission: async () => {
    if (!("geolocation" in navigator)) return "missing";
    // Older browsers lack this query; requesting a position makes them ask the driver.
    const status = await navigator.permissions?.query({ name: "geolocation" }).catch(() => undefined);
    return status?.state ?? "prompt";
  },
  ask: () =>
    new Promise<DevicePermissionState>((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve("granted"),
        // Positions are allowed, although none is available at present.
        ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "granted"),
        { timeout: 20_000 },
      );
    }),
  watch: (onFix) => {
    if (!("geolocation" in navigator)) return () => undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let hasEnded = false;
    const take = (position: GeolocationPosition) => {
      if (hasEnded) return;
      askAgainAfterSilence();
      onFix(fixOfBrowserPosition(position));
    };
    const askAgainAfterSilence = () => {
      clearInterval(timer);
      timer = setInterval(
        () => navigator.geolocation.getCurrentPosition(take, () => undefined, preciseOptions),
        REQUEST_FIX_AFTER_MS,
      );
    };
    askAgainAfterSilence();
    // Failures are retried by the browser, and by the timer: the dispatcher sees that no position arrives.
    const watch = navigator.geolocation.watchPosition(take, () => undefined, preciseOptions);
    return () => {
      hasEnded = true;
      clearInterval(timer);
      navigator.geolocation.clearWatch(watch);
    };
  },
};

const fixOfBrowserPosition = ({ timestamp, coords }: GeolocationPosition): PositionFix => ({
  // Receivers have clocks of their own; a fix in the future would be refused.
  at: Math.min(timestamp, Date.now()),
  lat: coords.latitude,
  lon: coords.longitude,
  accuracy_meters: coords.accuracy,
  speed_meters_per_second: finiteOrNull(coords.speed),
  heading_degrees: finiteOrNull(coords.heading),
});

/** The number, or null: while the phone stands, its heading is NaN in some browsers. */
const finiteOrNull = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
