import { useTranslations } from "use-intl";
import type { ChangeView } from "#shared/state/board-view.ts";
import { PhoneLink } from "../facts.tsx";
import styles from "../inspector.module.css";
import { PositionAge } from "../position-age.tsx";
import { Section } from "../section.tsx";
import type { Tour } from "./tour-facts.ts";

/** Who drives, in what, and how they are reached. */
export function TourCrew({ tour, onView }: { tour: Tour; onView: ChangeView }) {
  const t = useTranslations("inspector");
  const { users, vehicle_device_associations: cars } = tour;
  if (users.length + cars.length === 0) return <p className={styles["block"]}>{t("no_crew")}</p>;
  return (
    <Section name="crew" title={t("crew")}>
      <ul className={styles["list"]}>
        {users.map((user) => (
          <CrewMember key={user.id} user={user} />
        ))}
        {cars.map(({ vehicle, device }) => (
          <li key={vehicle.id}>
            <div className={styles["pair"]}>
              <button
                type="button"
                className={styles["entity-link"]}
                onClick={() => onView({ vehicle: vehicle.id, tour: undefined, case: undefined })}
              >
                {vehicle.license_plate}
              </button>
              {device && <PhoneLink number={device.phone_number} />}
            </div>
            <span className={styles["sub"]}>
              {[
                vehicle.description,
                vehicle.vehicle_type?.name,
                t("capacity", { count: vehicle.capacity }),
                device?.name,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <PositionAge vehicle_id={vehicle.id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const CrewMember = ({ user: { firstname, lastname, phone_number } }: { user: Tour["users"][number] }) => (
  <li className={styles["pair"]}>
    <span>
      {firstname} {lastname}
    </span>
    {phone_number && <PhoneLink number={phone_number} />}
  </li>
);
