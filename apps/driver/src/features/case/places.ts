import type { Case } from "@leitstand/contract/cases/case";
import { type PlaceAddress, streetAndCityLine } from "#shared/address.ts";

/** Source and target of a case, as far as they are known. */
export const sourceAndTargetOf = ({ funeral_data, rsa_data }: Case) => {
  const data = funeral_data ?? rsa_data;
  return { source: data?.source_address ?? undefined, target: data?.target_address ?? undefined };
};

const isAppleDevice = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Opens the way in the phone's own map; synchronously within the tap, so that no browser blocks it. */
export function openNavigation(address: PlaceAddress) {
  const { lat, lon } = address;
  const isPlaced = typeof lat === "number" && typeof lon === "number";
  const words = encodeURIComponent([address.name, streetAndCityLine(address)].filter(Boolean).join(", "));
  const place = isPlaced ? `${lat},${lon}` : words;
  window.open(
    isAppleDevice() ? `maps://?daddr=${place}` : `geo:${isPlaced ? place : "0,0"}?q=${place}`,
    "_blank",
    "noopener",
  );
}
