import { IconNavigation, IconPhone } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { type PlaceAddress, joinWithDots, placeName, streetAndCityLine } from "#shared/address.ts";
import { useClockFormat } from "#shared/texts.tsx";
import { openNavigation } from "./places.ts";

interface PlaceCardProps {
  readonly address: PlaceAddress;
  readonly mark: "source" | "target";
  /** The crew has arrived: it looks for the door, and no longer for the street. */
  readonly isHere?: boolean;
}

/** Card of a place: where to go, when, and whom to call. */
export function PlaceCard({ address, mark, isHere = false }: PlaceCardProps) {
  const t = useTranslations("case");
  const name = placeName(address);
  const phone = address.phone_number ?? "";
  return (
    <section className="card place">
      {!isHere && <i className={`mark ${mark}`} aria-hidden />}
      <PlaceLines address={address} isHere={isHere} />
      <span className={isHere ? "squares" : "squares stacked"}>
        {phone !== "" && (
          <a className="square" href={`tel:${phone}`} aria-label={t("call", { name })}>
            <IconPhone size={26} aria-hidden />
          </a>
        )}
        <button
          type="button"
          className="square"
          aria-label={t("map", { name })}
          onClick={() => openNavigation(address)}
        >
          <IconNavigation size={26} aria-hidden />
        </button>
      </span>
    </section>
  );
}

export function PlaceLines({ address, isHere = false }: Pick<PlaceCardProps, "address" | "isHere">) {
  const t = useTranslations("case");
  const window = useTimeframeText(address);
  const details = [address.addition, address.floor, address.notes, address.elevator === true ? t("elevator") : ""];
  const more = joinWithDots(isHere ? details : [window, ...details]);
  return (
    <span className="place-lines">
      <strong>{placeName(address)}</strong>
      {!isHere && placeName(address) !== streetAndCityLine(address) && <span>{streetAndCityLine(address)}</span>}
      {more !== "" && <span>{more}</span>}
    </span>
  );
}

function useTimeframeText({ timeframe }: PlaceAddress) {
  const t = useTranslations("case");
  const clock = useClockFormat();
  const from = clock(timeframe?.from);
  const to = clock(timeframe?.to);
  if (from !== "" && to !== "") return t("from_to", { from, to });
  if (from !== "") return t("from", { from });
  return to === "" ? "" : t("to", { to });
}
