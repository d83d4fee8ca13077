import { useStore } from "@leitstand/app/store";
import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { linkOfTour } from "#outbox/fold.ts";
import { serverTimeOfRow } from "#outbox/outbox-row.ts";
import { CallDispatcherAction } from "#shared/call-dispatcher.tsx";
import { OwnPositionsLine } from "#shared/own-positions.tsx";
import { type VehicleToCheck, goTo, goHome } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { wholeMinutesBetween, useServerNow } from "#shared/time/use-now.ts";
import { finishTour } from "#work/act.ts";
import { api, clockOffset } from "#work/api.ts";
import { totalBreakMs } from "#work/breaks.ts";
import { draftStore, shiftDraftId } from "#work/drafts.ts";
import { phoneSecrets } from "#work/phone.ts";
import { refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";
import { shiftStore } from "#work/shift.ts";
import { casesOfTour, isShiftEnding, type DriverTour } from "#work/shown-shift.ts";
import {
  NO_VEHICLE_CHECK_TEMPLATES,
  refreshVehicleCheckTemplates,
  vehicleCheckTemplates,
} from "#work/vehicle-templates.ts";
import { shiftMileageOf } from "./mileage.ts";

/** Screen that ends a shift: everything is sent, then it ends; without network it stays open until then. */
export function ShiftEndScreen({ tour }: { tour: DriverTour }) {
  const t = useTranslations("shift");
  const known = useStore(shiftStore);
  const ofPhotos = useTranslations("photos");
  const count = useStore(unsentEntryCount);
  const refusals = useStore(refusedEntryCount);
  const name = useStore(phoneSecrets)?.user?.firstname ?? "";
  const open = casesOfTour(known, tour.id, "open");
  const done = casesOfTour(known, tour.id, "finished");
  const active = open.find((shown) => activeLinkStates.has(linkOfTour(shown, tour.id)?.state ?? ""));
  const finish = () => finishTour(tour.id, tour.lock_version);
  const templates = useStore(vehicleCheckTemplates) ?? NO_VEHICLE_CHECK_TEMPLATES;
  useEffect(() => void refreshVehicleCheckTemplates(), []);
  const vehicle = firstVehicleOfTour(tour);
  return (
    <ScreenLayout
      title={t("end_title")}
      hasBack
      primary={
        active ? (
          <PrimaryButton onClick={() => goTo({ is: "case", id: active.id })}>{t("to_case")}</PrimaryButton>
        ) : isShiftEnding(known, tour) ? undefined : (
          <PrimaryButton onClick={finish}>{t("finish")}</PrimaryButton>
        )
      }
      actions={
        <>
          {vehicle !== undefined && templates.length > 0 && !isShiftEnding(known, tour) && (
            <TextActionButton onClick={() => goTo({ is: "check", check: { phase: "END", vehicle, tour_id: tour.id } })}>
              {t("check_vehicle")}
            </TextActionButton>
          )}
          <TextActionButton onClick={goHome}>{t("keep_working")}</TextActionButton>
          <CallDispatcherAction />
        </>
      }
    >
      <div>
        <h2 className="big">{t("thanks", { name })}</h2>
        <p className="hint">
          <ShiftSummary tour={tour} count={done.length} />
        </p>
      </div>
      {active && <p className="warning">{t("active")}</p>}
      <section className="card">
        {(count > 0 || refusals === 0) && <h2 className="name">{t("unsent", { count })}</h2>}
        {refusals > 0 && <h2 className="name">{ofPhotos("undecided", { count: refusals })}</h2>}
        <p className="aside">{t("waiting")}</p>
      </section>
      <ShiftFacts tour={tour} left={open.length} />
      <div className="card list">
        <OwnPositionsLine />
      </div>
    </ScreenLayout>
  );
}

/** Duration of the shift, until its end was tapped. */
function ShiftSummary({ tour, count }: { tour: DriverTour; count: number }) {
  const t = useTranslations("shift");
  const known = useStore(shiftStore);
  const fields = useStore(draftStore)[shiftDraftId(tour.id)]?.fields ?? {};
  const now = useServerNow();
  const ended = isShiftEnding(known, tour)
    ? known.entries.find(({ content }) => content.op === "finishTour")
    : undefined;
  const until = ended === undefined ? now : serverTimeOfRow(ended);
  const worked = wholeMinutesBetween(Date.parse(tour.started_at ?? ""), until);
  const pause = wholeMinutesBetween(0, totalBreakMs(fields, tour, until));
  const wordsOf = (minutes: number) =>
    minutes < 60
      ? t("minutes", { minutes })
      : t("hours_minutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return [
    t("summary", { count }),
    ...(tour.started_at === null ? [] : [wordsOf(worked)]),
    ...(pause === 0 ? [] : [t("breaks", { time: wordsOf(pause) })]),
  ].join(", ");
}

function ShiftFacts({ tour, left }: { tour: DriverTour; left: number }) {
  const t = useTranslations("shift");
  const mileage = useShiftMileage(tour, firstVehicleOfTour(tour)?.id);
  const plates = tour.vehicle_device_associations.map(({ vehicle }) => vehicle.license_plate).join(", ");
  return (
    <dl className="card facts">
      <dt>{t("vehicle_label")}</dt>
      <dd>{plates}</dd>
      {mileage !== undefined && (
        <>
          <dt>{t("mileage")}</dt>
          <dd>{t("kilometers", { km: mileage.now })}</dd>
        </>
      )}
      {mileage?.driven !== undefined && (
        <>
          <dt>{t("driven")}</dt>
          <dd>{t("kilometers", { km: mileage.driven })}</dd>
        </>
      )}
      <dt>{t("left")}</dt>
      <dd>{t("left_open", { count: left })}</dd>
    </dl>
  );
}

/** Mileage of the shift. Only the server has checks that have arrived; without network those on the phone count. */
function useShiftMileage(tour: DriverTour, vehicle_id: string | undefined) {
  const { entries } = useStore(shiftStore);
  const user_id = useStore(phoneSecrets)?.user?.id ?? "";
  const offset = useStore(clockOffset) ?? 0;
  const [checks, setChecks] = useState<AnswerOf<Operations["getVehicleChecks"]>>([]);
  // Checks that have arrived leave the outbox, and are on the server.
  const waiting = entries.filter(({ content }) => content.op === "createVehicleCheck").length;
  useEffect(() => {
    if (vehicle_id !== undefined) api.getVehicleChecks({ id: vehicle_id }).then(setChecks, () => undefined);
  }, [vehicle_id, waiting]);
  return vehicle_id === undefined ? undefined : shiftMileageOf(checks, entries, { tour, vehicle_id, user_id, offset });
}

function firstVehicleOfTour({ vehicle_device_associations: [first] }: DriverTour): VehicleToCheck | undefined {
  if (first === undefined) return undefined;
  const { id, license_plate, description } = first.vehicle;
  return { id, license_plate, description };
}
