import { MultiSelect, type MultiSelectProps, Select } from "@mantine/core";
import { type Control, Controller, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CrewOption, useCrewOptions } from "./crew-options.ts";
import { NO_DEVICE_OPTION, OWN_DEVICE, type TourFields } from "./tour-fields.ts";

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
      <CrewMultiSelect control={control} name="user_ids" label={t("field_users")} data={options.users} maxValues={50} />
      <CrewMultiSelect
        control={control}
        name="vehicle_ids"
        label={t("field_vehicles")}
        data={options.vehicles}
        maxValues={20}
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

/** Number of options that are drawn; typing finds the others. */
const OPTIONS_SHOWN_MAX = 100;

interface CrewMultiSelectProps extends Pick<MultiSelectProps, "label" | "data" | "maxValues"> {
  readonly control: Control<TourFields>;
  readonly name: "user_ids" | "vehicle_ids";
}
const CrewMultiSelect = ({ control, name, ...props }: CrewMultiSelectProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => <MultiSelect searchable hidePickedOptions limit={OPTIONS_SHOWN_MAX} {...props} {...field} />}
  />
);

const plateOfOption = (vehicles: readonly CrewOption[], id: string) =>
  vehicles.find(({ value }) => value === id)?.label.split(" · ")[0] ?? "";
