import { IconEye } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { PositionHourSummary, PositionReadAccess } from "./day-hours.ts";

interface HourListProps {
  readonly hours: readonly PositionHourSummary[];
  readonly chosen: number | undefined;
  readonly onChoose: (hour: number | undefined) => void;
}

/** List of the hours with kilometres and readers; a tap highlights the hour in the picture. */
export function PositionHourList({ hours, chosen, onChoose }: HourListProps) {
  const longest = Math.max(1, ...hours.map(({ kilometers = 0 }) => kilometers));
  return (
    <ul className="card list hours">
      {hours.map((hour) => (
        <HourRow
          key={hour.hour}
          hour={hour}
          share={(hour.kilometers ?? 0) / longest}
          isChosen={hour.hour === chosen}
          onChoose={() => onChoose(hour.hour === chosen ? undefined : hour.hour)}
        />
      ))}
    </ul>
  );
}

interface HourRowProps {
  readonly hour: PositionHourSummary;
  /** Distance as a share of the longest one of an hour. */
  readonly share: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function HourRow({ hour: { hour, kilometers, looks }, share, isChosen, onChoose }: HourRowProps) {
  const t = useTranslations("positions");
  const what = (
    <>
      <b>{t("hour", { hour })}</b>
      <span className="hour">
        <span className="driven">
          <i style={{ inlineSize: `${Math.max(2, share * 60)}%` }} aria-hidden />
          {kilometers === undefined ? t("nothing") : t("kilometers", { count: Math.round(kilometers) })}
        </span>
        {looks.map((look) => (
          <PositionLookupLine key={look.name} look={look} />
        ))}
      </span>
    </>
  );
  return (
    <li>
      {kilometers === undefined ? (
        <div className="line still">{what}</div>
      ) : (
        <button type="button" className="line" aria-pressed={isChosen} onClick={onChoose}>
          {what}
        </button>
      )}
    </li>
  );
}

function PositionLookupLine({ look: { name, purposes } }: { look: PositionReadAccess }) {
  const t = useTranslations("positions");
  return (
    <span className="look">
      <IconEye size={20} aria-hidden />
      <span>
        {name} <small>{purposes.map((purpose) => t(`purposes.${purpose}`)).join(", ")}</small>
      </span>
    </span>
  );
}
