import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { api, isProblem } from "#shared/api.ts";
import { boardQuery } from "#shared/board.ts";
import type { ChangeView } from "#shared/board-view.ts";
import { MessageCompose } from "#shared/message-compose.tsx";
import { clock } from "#shared/time.ts";
import { FactRow, Facts, PhoneLink } from "./facts.tsx";
import styles from "./inspector.module.css";
import { InspectorFrame, InspectorStates } from "./inspector-frame.tsx";
import { vehicleQuery } from "./inspector.queries.ts";
import { LinkMenu } from "./link-menu.tsx";
import { Locate } from "./locate.tsx";
import { PositionAge } from "./position-age.tsx";
import { Section } from "./section.tsx";
import { TourCases } from "./tour-cases.tsx";
import { TourDuty } from "./tour-duty.tsx";

type Vehicle = Awaited<ReturnType<typeof api.getVehicle>>;

export function VehicleInspector({ id, onView }: { id: string; onView: ChangeView }) {
  const query = useQuery(vehicleQuery(id));
  return (
    <InspectorFrame
      natural_id={query.data?.natural_id}
      menu={query.data && <LinkMenu />}
      isRefreshing={query.isFetching && !query.isPending}
      onView={onView}
    >
      <InspectorStates query={query}>
        {(vehicle) => <InspectedVehicle vehicle={vehicle} onView={onView} />}
      </InspectorStates>
    </InspectorFrame>
  );
}

function InspectedVehicle({ vehicle, onView }: { vehicle: Vehicle; onView: ChangeView }) {
  const t = useTranslations("inspector");
  const { id, skills, location, active_device_association: device } = vehicle;
  const offered = skills.filter(({ association_type }) => association_type === "OFFERING");
  const required = skills.filter(({ association_type }) => association_type === "REQUIRING");
  return (
    <>
      <div className={styles["entity"]}>
        <h2 className={styles["title"]}>{vehicle.license_plate}</h2>
        <PositionAge vehicle_id={id} fixed_at={location?.fixed_at} />
        <Facts>
          {vehicle.vehicle_type && <FactRow label={t("vehicle_type")}>{vehicle.vehicle_type.name}</FactRow>}
          {vehicle.description && <FactRow label={t("description")}>{vehicle.description}</FactRow>}
          <FactRow label={t("capacity_label")}>{vehicle.capacity}</FactRow>
          {vehicle.seats_total !== null && <FactRow label={t("seats_label")}>{vehicle.seats_total}</FactRow>}
          {vehicle.fuel && <FactRow label={t("fact.fuel")}>{t(`choice.${vehicle.fuel}`)}</FactRow>}
          <SkillTags label={t("offers")} skills={offered} />
          <SkillTags label={t("requires")} skills={required} />
          {device && (
            <FactRow label={t("device")}>
              <PhoneLink number={device.device_phone_number} />
            </FactRow>
          )}
        </Facts>
      </div>
      <TourOfVehicle vehicle_id={id} onView={onView} />
      <Section name="vehicle_message" title={t("message_vehicle")} isOpen={false}>
        <MessageCompose to={{ vehicle_id: id }} />
        <Locate vehicle_id={id} />
      </Section>
    </>
  );
}

function SkillTags({ label, skills }: { label: string; skills: Vehicle["skills"] }) {
  if (skills.length === 0) return null;
  return (
    <FactRow label={label}>
      <span className={styles["tags"]}>
        {skills.map(({ id, name }) => (
          <span key={id} className="ui-tag">
            {name}
          </span>
        ))}
      </span>
    </FactRow>
  );
}

/** The shift that it drives now. The board knows which; the tour's own key keeps it live. */
function TourOfVehicle({ vehicle_id, onView }: { vehicle_id: string; onView: ChangeView }) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const { data: board } = useQuery(boardQuery);
  const known = board?.vehicles.get(vehicle_id)?.tour_id ?? undefined;
  const { data: tour, error } = useQuery({
    queryKey: ["tour", known ?? "of vehicle", ...(known === undefined ? [vehicle_id] : [])],
    queryFn: () => (known === undefined ? api.getStartedTourOfVehicle({ id: vehicle_id }) : api.getTour({ id: known })),
  });
  if (tour === undefined)
    return isProblem(error) && error.status === 404 ? <p className={styles["block"]}>{t("no_tour")}</p> : null;
  const [from, to] = [tour.started_at, tour.scheduled_end_at];
  return (
    <>
      <div className={styles["block"]}>
        <div className={styles["link-head"]}>
          <button
            type="button"
            className={styles["entity-link"]}
            onClick={() => onView({ tour: tour.id, vehicle: undefined, case: undefined })}
          >
            {tour.name ?? tour.natural_id}
          </button>
          <span className={styles["meta"]}>
            {from && clock(from, locale)} – {to && clock(to, locale)}
          </span>
        </div>
        <ul className={styles["list"]}>
          {tour.users.map((user) => (
            <li key={user.id} className={styles["pair"]}>
              <span>
                {user.firstname} {user.lastname}
              </span>
              {user.phone_number && <PhoneLink number={user.phone_number} />}
            </li>
          ))}
        </ul>
      </div>
      <TourDuty tour={tour} />
      <TourCases tour={tour} onView={onView} />
    </>
  );
}
