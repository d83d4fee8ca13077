import { Glyph } from "@leitstand/ui/glyph";
import { PlacesFromTo } from "@leitstand/ui/signs";
import { useQuery } from "@tanstack/react-query";
import { IconNavigation, IconPhone } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import type { BoardView } from "#shared/state/board-view.ts";
import { type KnownCase, isOverdue } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import { useNow } from "#shared/text/now.ts";
import { positionOfVehicle } from "#live/positions.ts";
import { formatClockOrDay, formatDayAndClock } from "#shared/text/time.ts";
import styles from "./board-map.module.css";
import { tourQuery } from "#live/store.ts";
import { type MapObjectAppearance, useMapObjectAppearance } from "./overlay/object-look.ts";
import type { MapObjectRef } from "./overlay/map-object.ts";
import type { VehicleMapState } from "./overlay/vehicle-marks.ts";
import { selectedVehicleOf } from "./use-followed-vehicle.ts";

interface CardProps {
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly view: BoardView;
  readonly hovered: MapObjectRef | undefined;
  readonly followed: string | undefined;
  readonly onFollow: (vehicle_id: string | undefined) => void;
}

/** Card of the object under the pointer, else of the selected vehicle: the inspector shows all the rest. */
export function MapCard({ board, marks, view, hovered, followed, onFollow }: CardProps) {
  const mapObjectLookOf = useMapObjectAppearance();
  const vehicle = selectedVehicleOf(view, board);
  const pinned: MapObjectRef | undefined = vehicle === undefined ? undefined : { kind: "vehicle", id: vehicle };
  const hoveredLook = hovered && mapObjectLookOf(hovered, { board, marks });
  // An object that leaves the board does so without a move of the pointer.
  const object = hoveredLook ? hovered : pinned;
  const look = hoveredLook ?? (pinned && mapObjectLookOf(pinned, { board, marks }));
  if (!object || !look) return null;
  const mark = object.kind === "vehicle" ? marks.get(object.id) : undefined;
  const dispatchCase = object.kind === "case" ? board.cases.get(object.id) : undefined;
  return (
    <article className={styles["card"]} aria-label={look.title}>
      <header>
        <h3>{look.title}</h3>
        <StateChip look={look} />
      </header>
      {mark && <VehicleCardLines mark={mark} />}
      {dispatchCase && <CaseCardLines dispatchCase={dispatchCase} />}
      {mark && object.id === pinned?.id && <VehicleCardButtons {...{ mark, followed, onFollow }} />}
    </article>
  );
}

export const StateChip = ({ look: { word, shape, color } }: { look: MapObjectAppearance }) => (
  <span className={styles["chip"]} style={{ "--chip": color } as Record<string, string>}>
    <Glyph shape={shape} color={color} size={13} />
    {word}
  </span>
);

function VehicleCardLines({ mark: { vehicle_id, tour, dispatchCase, isAlarmed } }: { mark: VehicleMapState }) {
  const t = useTranslations("map");
  return (
    <>
      <p>
        {tour && <>{tour.name ?? tour.natural_id} · </>}
        <PositionAgeText vehicle_id={vehicle_id} />
      </p>
      {dispatchCase && (
        <p className={styles["case"]}>
          <code>{dispatchCase.natural_id}</code> {dispatchCase.display_name}
        </p>
      )}
      {isAlarmed && (
        <p className={styles["late"]}>
          <Glyph shape="triangle" color="var(--state-alarm)" size={13} /> {t("alarmed")}
        </p>
      )}
    </>
  );
}

function CaseCardLines({ dispatchCase }: { dispatchCase: KnownCase }) {
  const t = useTranslations("map");
  const locale = useLocale();
  const now = useNow();
  return (
    <>
      {(dispatchCase.source_city ?? dispatchCase.target_city) !== null && (
        <p>
          <PlacesFromTo from={dispatchCase.source_city} to={dispatchCase.target_city} />
        </p>
      )}
      <p className={styles["case"]}>
        <code>{dispatchCase.natural_id}</code>
        {dispatchCase.due_at !== null && (
          <span className={isOverdue(dispatchCase, now) ? styles["late"] : undefined}>
            {t("due", { time: formatClockOrDay(dispatchCase.due_at, now, locale) })}
          </span>
        )}
      </p>
    </>
  );
}

interface ButtonsProps {
  readonly mark: VehicleMapState;
  readonly followed: string | undefined;
  readonly onFollow: (vehicle_id: string | undefined) => void;
}

function VehicleCardButtons({ mark: { vehicle_id, tour }, followed, onFollow }: ButtonsProps) {
  const t = useTranslations("map");
  const { data } = useQuery({ ...tourQuery(tour?.tour_id ?? ""), enabled: tour !== undefined });
  const crew = tour === undefined ? [] : (data?.users ?? []);
  const isFollowed = followed === vehicle_id;
  return (
    <>
      {crew.length > 0 && <p>{crew.map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(" / ")}</p>}
      <footer>
        <button type="button" aria-pressed={isFollowed} onClick={() => onFollow(isFollowed ? undefined : vehicle_id)}>
          <IconNavigation size={14} /> {t("follow")}
        </button>
        {crew.map(({ id, firstname, phone_number }) =>
          phone_number === null ? null : (
            <a key={id} href={`tel:${phone_number}`}>
              <IconPhone size={14} /> {crew.length > 1 ? t("call_person", { name: firstname }) : t("call")}
            </a>
          ),
        )}
      </footer>
    </>
  );
}

/** Age of a position, in seconds while it is young. */
function PositionAgeText({ vehicle_id }: { vehicle_id: string }) {
  const t = useTranslations("map");
  const locale = useLocale();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const position = positionOfVehicle(vehicle_id);
  if (!position) return <span>{t("no_position")}</span>;
  const seconds = Math.max(0, Math.round((now - Date.parse(position.fixed_at)) / 1_000));
  if (seconds < 60) return <span>{t("age_seconds", { seconds })}</span>;
  if (seconds < 3_600) return <span>{t("age_minutes", { minutes: Math.floor(seconds / 60) })}</span>;
  return <span>{t("age_since", { time: formatDayAndClock(position.fixed_at, locale) })}</span>;
}
