import { api } from "#shared/api/api.ts";
import { liveState } from "./live.ts";
import { keepPositions } from "./positions.ts";

/**
 * Asks where everybody is whenever the stream has come back: it does not repeat positions, and what has come to rest
 * meanwhile would stay for ever where it was. Answers how to stop.
 */
export function catchUpPositions(): () => void {
  let isMissing = false;
  return liveState.subscribe(() => {
    const is = liveState.get();
    if (is === "live" && isMissing) void readPositions();
    isMissing = is === "lost" || (isMissing && is !== "live");
  });
}

async function readPositions() {
  // Who may not see them, or is cut off again, has none to miss or asks the next time.
  const locations = await api.getLocations().catch(() => []);
  keepPositions(locations.map(({ time, ...location }) => ({ ...location, fixed_at: time })));
}
