import type { Device, Fix, Permission } from "./device.ts";

/** A phone that does not move may say nothing for hours: it is asked again. */
const SILENCE_MS = 60_000;
const precise: PositionOptions = { enableHighAccuracy: true, maximumAge: 0 };

export const browserPosition: Device["position"] = {
  permission: async () => {
    if (!("geolocation" in navigator)) return "missing";
    // Older browsers know no such question; they are asked for a position, and ask the driver.
    const status = await navigator.permissions?.query({ name: "geolocation" }).catch(() => undefined);
    return status?.state ?? "prompt";
  },
  ask: () =>
    new Promise<Permission>((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve("granted"),
        // Allowed, although there is no position to be had at present.
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
      onFix(fixOf(position));
    };
    const askAgainAfterSilence = () => {
      clearInterval(timer);
      timer = setInterval(() => navigator.geolocation.getCurrentPosition(take, () => undefined, precise), SILENCE_MS);
    };
    askAgainAfterSilence();
    // What fails is tried again by the browser, and by the timer: the dispatcher sees that no position comes.
    const watch = navigator.geolocation.watchPosition(take, () => undefined, precise);
    return () => {
      hasEnded = true;
      clearInterval(timer);
      navigator.geolocation.clearWatch(watch);
    };
  },
};

const fixOf = ({ timestamp, coords }: GeolocationPosition): Fix => ({
  // Receivers have clocks of their own; a fix of the future would be refused.
  at: Math.min(timestamp, Date.now()),
  lat: coords.latitude,
  lon: coords.longitude,
  accuracy_meters: coords.accuracy,
  speed_meters_per_second: finite(coords.speed),
  heading_degrees: finite(coords.heading),
});

/** Standing, a heading is no number in some browsers. */
const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
