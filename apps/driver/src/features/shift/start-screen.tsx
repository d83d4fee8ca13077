import { useStore } from "@leitstand/app/store";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { goTo, type ShiftStart } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { LowStorageNotice } from "#shared/notices/space-notice.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { refreshShiftIfReachable } from "#work/sending.ts";
import { shiftStore } from "#work/shift.ts";
import { chainOfRefusedStart, type DriverTour, onlyVehicleIdOf, plannedTours } from "#work/shown-shift.ts";
import { refreshVehicleCheckTemplates } from "#work/vehicle-templates.ts";
import { beginShiftOrCheck } from "./begin.ts";

/** Screen that begins a shift, with a planned tour or with a vehicle. */
export function ShiftStartScreen() {
  const t = useTranslations("shift");
  const known = useStore(shiftStore);
  const planned = plannedTours(known);
  const [chosen, setChosen] = useState<string>();
  const tour = planned.find(({ id }) => id === chosen) ?? planned[0];
  useEffect(() => void Promise.all([refreshShiftIfReachable(), refreshVehicleCheckTemplates()]), []);
  if (tour === undefined) return <StartWithoutPlan />;
  const [first] = tour.vehicle_device_associations;
  const start: ShiftStart = {
    by: "tour",
    id: tour.id,
    seen: tour.lock_version,
    planned_vehicle_id: onlyVehicleIdOf(tour),
  };
  const chain = chainOfRefusedStart(known, start);
  // A second start would wait behind the refused one.
  const decide = chain === undefined ? undefined : () => goTo({ is: "conflict", chain });
  return (
    <ScreenLayout
      title={t("title")}
      primary={
        <PrimaryButton onClick={decide ?? (() => beginShiftOrCheck(start, first?.vehicle))}>{t("start")}</PrimaryButton>
      }
      actions={
        <>
          <TextActionButton onClick={decide ?? (() => goTo({ is: "vehicle", start }))}>
            {t("other_vehicle")}
          </TextActionButton>
          <p className="hint">{t("position")}</p>
        </>
      }
    >
      <LowStorageNotice />
      <fieldset className="choice">
        <legend>{t("planned")}</legend>
        {planned.map((one) => (
          <TourOption key={one.id} tour={one} isChosen={one.id === tour.id} onChoose={() => setChosen(one.id)} />
        ))}
      </fieldset>
    </ScreenLayout>
  );
}

function TourOption({ tour, isChosen, onChoose }: { tour: DriverTour; isChosen: boolean; onChoose: () => void }) {
  const t = useTranslations("shift");
  const clock = useClockFormat();
  const plates = tour.vehicle_device_associations.map(({ vehicle }) => vehicle.license_plate);
  return (
    <label className="option wide">
      <input type="radio" name="tour" checked={isChosen} onChange={onChoose} />
      <span>
        {tour.name ?? t("unnamed")}
        <small>{[clock(tour.scheduled_start_at), ...plates].filter(Boolean).join(" · ")}</small>
      </span>
    </label>
  );
}

/** Start without a plan: the shift begins with a vehicle. */
function StartWithoutPlan() {
  const t = useTranslations("shift");
  return (
    <ScreenLayout
      title={t("title")}
      primary={<PrimaryButton onClick={() => goTo({ is: "vehicle" })}>{t("vehicle")}</PrimaryButton>}
      actions={<p className="hint">{t("position")}</p>}
    >
      <section className="card">
        <h2>{t("none")}</h2>
        <p className="hint">{t("none_hint")}</p>
      </section>
    </ScreenLayout>
  );
}
