import { InlineFault } from "@leitstand/ui/states";
import { Button, Select, TextInput } from "@mantine/core";
import { Controller } from "react-hook-form";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { DateTimeInput } from "#shared/editing/date-time-input.tsx";
import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";
import { CrewFields } from "./crew-fields.tsx";
import { useCrewOptions } from "./crew-options.ts";
import { type TourFormInput, useTourForm } from "./use-tour-form.ts";
import styles from "../tour-timeline.module.css";

/** Form that plans a shift, or changes a planned one. */
export function TourForm({ request, onDone }: TourFormInput) {
  const t = useTranslations("tours");
  const options = useCrewOptions();
  const state = useTourForm({ request, onDone });
  const { root, submit, isBusy, fault } = state;
  const { control, register } = state.form;
  return (
    <form
      className={styles["form"]}
      ref={root}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void submit("plan");
      }}
      noValidate
    >
      {/* Text typed while the shift is being saved would be lost once the form closes. */}
      <div className={styles["form"]} inert={isBusy}>
        <TextInput label={t("field_name")} maxLength={200} data-autofocus {...register("name")} />
        <Controller
          control={control}
          name="branch_id"
          render={({ field }) => (
            <Select label={t("field_branch")} data={options.branches} searchable clearable {...field} />
          )}
        />
        <TimeFields {...state} />
        <CrewFields control={control} options={options} />
      </div>
      <InlineFault>{fault}</InlineFault>
      <div className={styles["foot"]}>
        <BoardOutdatedNote />
        {request.is === "plan" && (
          <Button variant="default" loading={isBusy} onClick={() => void submit("start")}>
            {t("start_now")}
          </Button>
        )}
        <Button type="submit" loading={isBusy}>
          {t(request.is === "edit" ? "save" : "plan")}
        </Button>
      </div>
    </form>
  );
}

function TimeFields({ form, isOrdered }: Pick<ReturnType<typeof useTourForm>, "form" | "isOrdered">) {
  const t = useTranslations("tours");
  const f = useTranslations("faults");
  const isTime = (text: string) => text === "" || isDateTimeFieldReadable(text) || f("time_unreadable");
  const { register, formState } = form;
  const { errors } = formState;
  return (
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
          validate: { isTime, isLater: (_end, fields) => isOrdered(fields) || t("end_before_start") },
        })}
      />
    </div>
  );
}
