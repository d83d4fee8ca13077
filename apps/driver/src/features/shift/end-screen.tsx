import { useStore } from "@leitstand/app/store";
import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { linkOn } from "#outbox/fold.ts";
import { DispatcherAction } from "#shared/call-dispatcher.tsx";
import { OwnPositionsLine } from "#shared/own-positions.tsx";
import { type CheckedVehicle, go, goHome } from "#shared/route.ts";
import { Primary, Screen, TextAction } from "#shared/screen.tsx";
import { minutesBetween, useNow } from "#shared/time/use-now.ts";
import { finishTour } from "#work/act.ts";
import { api, clockOffset } from "#work/api.ts";
import { breakMs, shiftDraft } from "#work/breaks.ts";
import { drafts } from "#work/drafts.ts";
import { secrets } from "#work/phone.ts";
import { refused, unsent } from "#work/unsent.ts";
import { shift } from "#work/shift.ts";
import { casesOfTour, isEnding, type Tour } from "#work/shown-shift.ts";
import { NO_TEMPLATES, readTemplates, vehicleTemplates } from "#work/vehicle-templates.ts";
import { mileageOf } from "./mileage.ts";

/** Screen that ends a shift: everything is sent, then it ends; without network it stays open until then. */
export function EndScreen({ tour }: { tour: Tour }) {
  const t = useTranslations("shift");
  const known = useStore(shift);
  const ofPhotos = useTranslations("photos");
  const count = useStore(unsent);
  const refusals = useStore(refused);
  const name = useStore(secrets)?.user?.firstname ?? "";
  const open = casesOfTour(known, tour.id, "open");
  const done = casesOfTour(known, tour.id, "finished");
  const active = open.find((shown) => activeLinkStates.has(linkOn(shown, tour.id)?.state ?? ""));
  const finish = () => void finishTour(tour.id, tour.lock_version);
  const templates = useStore(vehicleTemplates) ?? NO_TEMPLATES;
  useEffect(() => void readTemplates(), []);
  const vehicle = checkedVehicle(tour);
  return (
    <Screen
      title={t("end_title")}
      hasBack
      primary={
        active ? (
          <Primary onClick={() => go({ is: "case", id: active.id })}>{t("to_case")}</Primary>
        ) : isEnding(known, tour) ? undefined : (
          <Primary onClick={finish}>{t("finish")}</Primary>
        )
      }
      actions={
        <>
          {vehicle !== undefined && templates.length > 0 && !isEnding(known, tour) && (
            <TextAction onClick={() => go({ is: "check", check: { phase: "END", vehicle, tour_id: tour.id } })}>
              {t("check_vehicle")}
            </TextAction>
          )}
          <TextAction onClick={goHome}>{t("keep_working")}</TextAction>
          <DispatcherAction />
        </>
      }
    >
      <div>
        <h2 className="big">{t("thanks", { name })}</h2>
        <p className="hint">
          <Summary tour={tour} count={done.length} />
        </p>
      </div>
      {active && <p className="warning">{t("active")}</p>}
      <section className="card">
        {(count > 0 || refusals === 0) && <h2 className="name">{t("unsent", { count })}</h2>}
        {refusals > 0 && <h2 className="name">{ofPhotos("undecided", { count: refusals })}</h2>}
        <p className="aside">{t("waiting")}</p>
      </section>
      <Facts tour={tour} left={open.length} />
      <div className="card list">
        <OwnPositionsLine />
      </div>
    </Screen>
  );
}

/** Duration of the shift, until its end was tapped. */
function Summary({ tour, count }: { tour: Tour; count: number }) {
  const t = useTranslations("shift");
  const known = useStore(shift);
  const fields = useStore(drafts)[shiftDraft(tour.id)]?.fields ?? {};
  const now = useNow();
  const ended = isEnding(known, tour) ? known.entries.find(({ content }) => content.op === "finishTour") : undefined;
  const until = ended?.at ?? now;
  const worked = minutesBetween(Date.parse(tour.started_at ?? ""), until);
  const pause = minutesBetween(0, breakMs(fields, tour, until));
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

function Facts({ tour, left }: { tour: Tour; left: number }) {
  const t = useTranslations("shift");
  const mileage = useMileage(tour, checkedVehicle(tour)?.id);
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
function useMileage(tour: Tour, vehicle_id: string | undefined) {
  const { entries } = useStore(shift);
  const user_id = useStore(secrets)?.user?.id ?? "";
  const offset = useStore(clockOffset) ?? 0;
  const [checks, setChecks] = useState<AnswerOf<Operations["getVehicleChecks"]>>([]);
  // Checks that have arrived leave the outbox, and are on the server.
  const waiting = entries.filter(({ content }) => content.op === "createVehicleCheck").length;
  useEffect(() => {
    if (vehicle_id !== undefined) api.getVehicleChecks({ id: vehicle_id }).then(setChecks, () => undefined);
  }, [vehicle_id, waiting]);
  return vehicle_id === undefined ? undefined : mileageOf(checks, entries, { tour, vehicle_id, user_id, offset });
}

function checkedVehicle({ vehicle_device_associations: [first] }: Tour): CheckedVehicle | undefined {
  if (first === undefined) return undefined;
  const { id, license_plate, description } = first.vehicle;
  return { id, license_plate, description };
}
