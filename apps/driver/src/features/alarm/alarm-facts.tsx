import type { Case } from "@leitstand/contract/cases/case";
import { IconAlertTriangle, IconCar, IconClock, IconMapPin, IconMapPinCheck, IconRoute } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { type PlaceAddress, placeName, streetAndCityLine } from "#shared/address.ts";
import { useClockFormat } from "#shared/texts.tsx";
import type { RouteToCase } from "./use-route-to-case.ts";

/** Facts for answering an alarm: where, what, how far, and what to be careful of. */
export function AlarmFacts({ dispatchCase, way }: { dispatchCase: Case; way: RouteToCase | undefined }) {
  const t = useTranslations("alarm");
  const clock = useClockFormat();
  const { funeral_data, rsa_data, not_before, due_at } = dispatchCase;
  const { source_address, target_address } = funeral_data ?? rsa_data ?? {};
  const times = [
    not_before === null ? "" : t("from", { time: clock(not_before) }),
    due_at === null ? "" : t("to", { time: clock(due_at) }),
  ].filter(Boolean);
  return (
    <>
      <ul className="alarm-facts">
        {source_address && <PlaceFact icon={<IconMapPin aria-hidden />} address={source_address} />}
        {target_address && <PlaceFact icon={<IconMapPinCheck aria-hidden />} address={target_address} />}
        {rsa_data && <VehicleFact data={rsa_data} />}
        {times.length > 0 && <AlarmFact icon={<IconClock aria-hidden />} title={times.join(" · ")} />}
        {way && <RouteFact way={way} />}
      </ul>
      <CaseWarnings dispatchCase={dispatchCase} />
    </>
  );
}

const AlarmFact = ({ icon, title, more = "" }: { icon: ReactNode; title: string; more?: string }) => (
  <li>
    {icon}
    <span>
      {title}
      {more !== "" && <small>{more}</small>}
    </span>
  </li>
);

function PlaceFact({ icon, address }: { icon: ReactNode; address: PlaceAddress }) {
  const title = placeName(address);
  const street = streetAndCityLine(address);
  const more = [street === title ? "" : street, address.notes].filter(Boolean).join(" · ");
  return <AlarmFact icon={icon} title={title} more={more} />;
}

function VehicleFact({ data: { vehicle, vehicle_detail } }: { data: NonNullable<Case["rsa_data"]> }) {
  const t = useTranslations("alarm");
  const looks = [[vehicle?.brand, vehicle?.model].filter(Boolean).join(" "), vehicle?.color].filter(Boolean).join(", ");
  const title = [looks, vehicle?.license_plate].filter(Boolean).join(" · ");
  const key = vehicle_detail?.key_available;
  const fuel = vehicle?.fuel ? t(`fuels.${vehicle.fuel}`) : "";
  const more = [fuel, key === true ? t("key") : key === false ? t("no_key") : ""].filter(Boolean).join(", ");
  return title === "" ? null : <AlarmFact icon={<IconCar aria-hidden />} title={title} more={more} />;
}

function RouteFact({ way: { kilometers, minutes, isEstimated, attribution } }: { way: RouteToCase }) {
  const t = useTranslations("alarm");
  const values = { kilometers: Math.round(kilometers * 10) / 10, minutes: Math.max(1, Math.round(minutes)) };
  const more = [isEstimated ? t("estimated") : "", attribution].filter(Boolean).join(" · ");
  return <AlarmFact icon={<IconRoute aria-hidden />} title={t("way", values)} more={more} />;
}

function CaseWarnings({ dispatchCase: { funeral_data, rsa_data } }: { dispatchCase: Case }) {
  const t = useTranslations("alarm");
  const warnings = [
    rsa_data?.damage?.on_motorway === true ? t("motorway") : "",
    funeral_data?.cargo_deceased?.infectious === true ? t("infectious") : "",
  ].filter(Boolean);
  return warnings.map((warning) => (
    <p key={warning} className="warning">
      <IconAlertTriangle size={24} aria-hidden /> {warning}
    </p>
  ));
}
