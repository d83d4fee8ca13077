import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import type { api } from "#shared/api/api.ts";
import { useBoard } from "#live/use-entities.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import { FactRow, FactTable, PhoneLink, TagRow } from "./facts.tsx";
import styles from "./inspector.module.css";
import { InspectedObjectView } from "./inspector-frame.tsx";
import { tourQuery } from "#live/store.ts";
import { vehicleQuery } from "./inspector.queries.ts";
import { LocateOnMapButton } from "./locate.tsx";
import type { RenderMessageForm } from "./message-form.ts";
import { PositionAge } from "./position-age.tsx";
import { InspectorSection } from "./section.tsx";
import { TourCases } from "./tour/tour-cases.tsx";
import { CrewMemberRow } from "./tour/tour-crew.tsx";
import { TourDutyControls } from "./tour/tour-duty.tsx";

type Vehicle = Awaited<ReturnType<typeof api.getVehicle>>;

interface VehicleInspectorProps {
  readonly id: string;
  readonly onView: ChangeBoardView;
  readonly messageForm: RenderMessageForm;
}

export function VehicleInspector({ id, onView, messageForm }: VehicleInspectorProps) {
  const query = useQuery(vehicleQuery(id));
  return (
    <InspectedObjectView query={query} onView={onView}>
      {(vehicle) => <InspectedVehicle vehicle={vehicle} onView={onView} messageForm={messageForm} />}
    </InspectedObjectView>
  );
}

interface InspectedVehicleProps extends Omit<VehicleInspectorProps, "id"> {
  readonly vehicle: Vehicle;
}

function InspectedVehicle({ vehicle, onView, messageForm }: InspectedVehicleProps) {
  const t = useTranslations("inspector");
  const { id, skills, location, active_device_association: device } = vehicle;
  const offered = skills.filter(({ association_type }) => association_type === "OFFERING");
  const required = skills.filter(({ association_type }) => association_type === "REQUIRING");
  return (
    <>
      <div className={styles["entity"]}>
        <h2 className={styles["title"]}>{vehicle.license_plate}</h2>
        <PositionAge vehicle_id={id} fixed_at={location?.fixed_at} />
        <FactTable>
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
        </FactTable>
      </div>
      <TourOfVehicle vehicle_id={id} onView={onView} />
      <InspectorSection name="vehicle_message" title={t("message_vehicle")} isOpen={false}>
        {messageForm({ vehicle_id: id })}
        <LocateOnMapButton vehicle_id={id} />
      </InspectorSection>
    </>
  );
}

function SkillTags({ label, skills }: { label: string; skills: Vehicle["skills"] }) {
  if (skills.length === 0) return null;
  return (
    <FactRow label={label}>
      <TagRow names={skills.map(({ name }) => name)} />
    </FactRow>
  );
}

/** The tour that the vehicle is on now, live from the board. */
function TourOfVehicle({ vehicle_id, onView }: { vehicle_id: string; onView: ChangeBoardView }) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const isGranted = useHasGrant()("getTours");
  const board = useBoard();
  const ride = board?.tourOfVehicle(vehicle_id);
  const { data: tour } = useQuery({ ...tourQuery(ride?.tour_id ?? ""), enabled: ride !== undefined });
  if (ride === undefined && board && isGranted) return <p className={styles["block"]}>{t("no_tour")}</p>;
  if (ride === undefined || tour === undefined) return null;
  const [from, to] = [tour.started_at, tour.scheduled_end_at];
  const at = (instant: string) => formatClockOrDay(instant, now, locale);
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
            {from && at(from)} – {to && at(to)}
          </span>
        </div>
        <ul className={styles["list"]}>
          {tour.users.map((user) => (
            <CrewMemberRow key={user.id} user={user} />
          ))}
        </ul>
      </div>
      <TourDutyControls tour={tour} />
      <TourCases tour={tour} onView={onView} />
    </>
  );
}
