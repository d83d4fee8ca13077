import { MultiSelect, Select } from "@mantine/core";
import { type Control, Controller, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CrewOption, useCrewOptions } from "./crew-options.ts";
import type { TourFields } from "./tour-save.ts";

/** Choice in the list of devices: the device that lies in the vehicle. */
const OWN_DEVICE = "own";
export const NO_DEVICE_OPTION = "none";

interface CrewProps {
  readonly control: Control<TourFields>;
  readonly options: ReturnType<typeof useCrewOptions>;
}

/** Fields for people, vehicles, and the device used in each vehicle. */
export function CrewFields({ control, options }: CrewProps) {
  const t = useTranslations("tours");
  const vehicles = useWatch({ control, name: "vehicle_ids" });
  return (
    <>
      <Controller
        control={control}
        name="user_ids"
        render={({ field }) => (
          <MultiSelect
            label={t("field_users")}
            data={options.users}
            searchable
            hidePickedOptions
            maxValues={50}
            {...field}
          />
        )}
      />
      <Controller
        control={control}
        name="vehicle_ids"
        render={({ field }) => (
          <MultiSelect
            label={t("field_vehicles")}
            data={options.vehicles}
            searchable
            hidePickedOptions
            maxValues={20}
            {...field}
          />
        )}
      />
      {vehicles.map((id) => (
        <Controller
          key={id}
          control={control}
          name={`devices.${id}`}
          render={({ field: { value, ...field } }) => (
            <Select
              label={t("field_device", { vehicle: plateOfOption(options.vehicles, id) })}
              data={[
                { value: OWN_DEVICE, label: t("device_own") },
                { value: NO_DEVICE_OPTION, label: t("device_none") },
                ...options.devices,
              ]}
              searchable
              allowDeselect={false}
              value={value ?? OWN_DEVICE}
              {...field}
            />
          )}
        />
      ))}
    </>
  );
}

const plateOfOption = (vehicles: readonly CrewOption[], id: string) =>
  vehicles.find(({ value }) => value === id)?.label.split(" · ")[0] ?? "";
