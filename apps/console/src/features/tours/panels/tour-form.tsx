import { InlineFault } from "@leitstand/ui/states";
import { Button, Select, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { isApiProblem } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { DateTimeInput } from "#shared/editing/date-time-input.tsx";
import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";
import { instantToDateTimeField } from "#shared/text/time.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { CrewFields, NO_DEVICE_OPTION } from "./crew-fields.tsx";
import { useCrewOptions } from "./crew-options.ts";
import type { TourPanelRequest } from "./panel-request.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { isSameField, saveTour, type TourFields } from "./tour-save.ts";
import { fetchTour, storeTour } from "#live/store.ts";
import styles from "../tour-timeline.module.css";

interface FormProps {
  readonly request: Exclude<TourPanelRequest, { is: "duplicate" }>;
  readonly onDone: () => void;
}

/** The form of a shift, and how it is saved; the fault is undefined while there is none. */
function useTourForm({ request, onDone }: FormProps) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const [fault, setFault] = useState<string>();
  const form = useForm<TourFields>({
    defaultValues: request.is === "edit" ? tourFieldsOf(request.tour) : usualTourFields(request.day),
  });
  /** The changed shift as the last answer describes it. */
  const known = useRef(request.is === "edit" ? request.tour : undefined);
  const keep = (tour: TimelineTour) => {
    known.current = tour;
    storeTour(tour);
  };
  /** Takes over what another dispatcher has changed, in the fields that were not touched here. */
  const readAgain = async (before: TimelineTour) => {
    const now = await fetchTour(before.id);
    known.current = now;
    const [typed, shown, shows] = [form.getValues(), tourFieldsOf(before), tourFieldsOf(now)];
    for (const name of fieldNames) if (isSameField(typed[name], shown[name])) form.setValue(name, shows[name]);
  };
  const faultOf = async (error: unknown): Promise<string> => {
    const tour = known.current;
    if (tour === undefined || !isApiProblem(error, "LOCK_VERSION_CONFLICT")) return textOf(error).message;
    return readAgain(tour).then(
      () => t("changed_meanwhile"),
      (unread: unknown) => textOf(unread).message,
    );
  };
  const save = (how: "plan" | "start") => async (fields: TourFields) => {
    setFault(undefined);
    try {
      const tour = known.current;
      const saved = await saveTour(fields, tour ? { is: "edit", tour, shown: tourFieldsOf(tour) } : { is: how }, keep);
      const name = saved.name ?? saved.natural_id;
      showToast(t(request.is === "edit" ? "saved" : how === "start" ? "started" : "planned", { tour: name }));
      onDone();
    } catch (error) {
      setFault(await faultOf(error));
    }
  };
  return { form, save, fault };
}

export function TourForm({ request, onDone }: FormProps) {
  const t = useTranslations("tours");
  const options = useCrewOptions();
  const { form, save, fault } = useTourForm({ request, onDone });
  const { control, register, handleSubmit, formState } = form;
  const f = useTranslations("faults");
  const isTime = (text: string) => text === "" || isDateTimeFieldReadable(text) || f("time_unreadable");
  const { errors, isSubmitting, defaultValues } = formState;
  // Texts do not tell the order of times in the hour that comes twice: times that were not touched stay as they are.
  const isUntouched = ({ start, end }: TourFields) => start === defaultValues?.start && end === defaultValues.end;
  return (
    <form className={styles["form"]} onSubmit={(event) => void handleSubmit(save("plan"))(event)} noValidate>
      <TextInput label={t("field_name")} maxLength={200} data-autofocus {...register("name")} />
      <Controller
        control={control}
        name="branch_id"
        render={({ field }) => (
          <Select label={t("field_branch")} data={options.branches} searchable clearable {...field} />
        )}
      />
      <div className={styles["pair"]}>
        <DateTimeInput
          label={t("field_start")}
          required
          error={errors.start?.message}
          {...register("start", { required: t("required"), validate: isTime })}
        />
        <DateTimeInput
          label={t("field_end")}
          error={errors.end?.message}
          {...register("end", {
            validate: {
              isTime,
              isLater: (end, fields) =>
                end === "" || end > fields.start || isUntouched(fields) || t("end_before_start"),
            },
          })}
        />
      </div>
      <CrewFields control={control} options={options} />
      <InlineFault>{fault}</InlineFault>
      <div className={styles["foot"]}>
        <BoardOutdatedNote />
        {request.is === "plan" && (
          <Button variant="default" loading={isSubmitting} onClick={() => void handleSubmit(save("start"))()}>
            {t("start_now")}
          </Button>
        )}
        <Button type="submit" loading={isSubmitting}>
          {t(request.is === "edit" ? "save" : "plan")}
        </Button>
      </div>
    </form>
  );
}

const fieldNames = [
  "name",
  "branch_id",
  "start",
  "end",
  "user_ids",
  "vehicle_ids",
  "devices",
] as const satisfies readonly (keyof TourFields)[];

/** Fields of a usual shift of that day. */
const usualTourFields = (day: string): TourFields => ({
  name: "",
  branch_id: null,
  start: `${day}T07:00`,
  end: `${day}T17:00`,
  user_ids: [],
  vehicle_ids: [],
  devices: {},
});

const tourFieldsOf = (tour: TimelineTour): TourFields => ({
  name: tour.name ?? "",
  branch_id: tour.branch?.id ?? null,
  start: instantToDateTimeField(tour.scheduled_start_at ?? tour.created_at),
  end: tour.scheduled_end_at === null ? "" : instantToDateTimeField(tour.scheduled_end_at),
  user_ids: tour.users.map(({ id }) => id),
  vehicle_ids: tour.vehicle_device_associations.map(({ vehicle }) => vehicle.id),
  devices: Object.fromEntries(
    tour.vehicle_device_associations.map(({ vehicle, device }) => [vehicle.id, device?.id ?? NO_DEVICE_OPTION]),
  ),
});
