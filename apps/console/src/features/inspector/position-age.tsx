import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { positionOfVehicle } from "#live/positions.ts";
import styles from "./inspector.module.css";

const TICK_MS = 1_000;

/**
 * Age of the last position, by the second, and speed. Positions are kept outside of React: this component polls them.
 */
export function PositionAge({ vehicle_id, fixed_at }: { vehicle_id: string; fixed_at?: string | undefined }) {
  const t = useTranslations("inspector");
  const format = useFormatter();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const position = positionOfVehicle(vehicle_id);
  const at = position?.fixed_at ?? fixed_at;
  if (at === undefined) return <span className={styles["sub"]}>{t("position_unknown")}</span>;
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const speed = position?.speed_meters_per_second ?? null;
  return (
    <span className={styles["sub"]} data-stale={seconds > STALE_POSITION_SECONDS}>
      {t("position_age", ageParts(seconds))}
      {speed !== null && speed > 0.5 && ` · ${format.number(Math.round(speed * 3.6))} km/h`}
    </span>
  );
}

const STALE_POSITION_SECONDS = 300;
const ageParts = (seconds: number) => ({
  unit: seconds < 60 ? "seconds" : seconds < 3600 ? "minutes" : seconds < 86_400 ? "hours" : "days",
  count:
    seconds < 60
      ? seconds
      : seconds < 3600
        ? Math.floor(seconds / 60)
        : Math.floor(seconds / (seconds < 86_400 ? 3600 : 86_400)),
});
