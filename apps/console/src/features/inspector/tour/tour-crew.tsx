import { parseDisabledDevicePermissions } from "@leitstand/contract/fleet/device-permissions";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { PhoneLink } from "../facts.tsx";
import styles from "../inspector.module.css";
import { PositionAge } from "../position-age.tsx";
import { InspectorSection } from "../section.tsx";
import type { Tour } from "./tour-facts.ts";

/** Crew of a tour: drivers, their vehicles, and how to reach them. */
export function TourCrew({ tour, onView }: { tour: Tour; onView: ChangeBoardView }) {
  const t = useTranslations("inspector");
  const { users, vehicle_device_associations: cars } = tour;
  if (users.length + cars.length === 0) return <p className={styles["block"]}>{t("no_crew")}</p>;
  return (
    <InspectorSection name="crew" title={t("crew")}>
      <ul className={styles["list"]}>
        {users.map((user) => (
          <CrewMemberRow key={user.id} user={user} />
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
            {device && <MissingPhonePermissions device_id={device.id} />}
          </li>
        ))}
      </ul>
    </InspectorSection>
  );
}

/** Permissions that are off on the crew's phone: the reason for a missing position or an unanswered push. */
function MissingPhonePermissions({ device_id }: { device_id: string }) {
  const t = useTranslations("inspector");
  const can = useHasGrant();
  const { data } = useQuery({
    queryKey: ["device", device_id],
    queryFn: () => api.getDevice({ id: device_id }),
    enabled: can("getDevices"),
    staleTime: 60_000,
  });
  const off = parseDisabledDevicePermissions(data?.metadata ?? null) ?? [];
  if (off.length === 0) return null;
  const what = off.map((permission) => t(`phone_permissions.${permission}`)).join(", ");
  return (
    <span className={styles["sub"]} data-stale="true">
      {t("phone_off", { what })}
    </span>
  );
}

export const CrewMemberRow = ({ user: { firstname, lastname, phone_number } }: { user: Tour["users"][number] }) => (
  <li className={styles["pair"]}>
    <span>
      {firstname} {lastname}
    </span>
    {phone_number && <PhoneLink number={phone_number} />}
  </li>
);
