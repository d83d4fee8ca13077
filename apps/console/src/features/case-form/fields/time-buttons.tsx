import { Button } from "@mantine/core";
import { Temporal, type ZonedDateTime } from "#shared/text/temporal.ts";
import { useFormContext } from "react-hook-form";
import { useTranslations } from "use-intl";
import { tenantTimeZone } from "#shared/text/time.ts";
import { roundUpToFiveMinutes } from "../values/case-defaults.ts";
import styles from "./time-buttons.module.css";
import { type FormValues, valueAtPath } from "./field.ts";
import { formFieldsByCaseType } from "./case-fields.ts";
import { useFormFacts } from "./form-facts.ts";
import { formatTypedMoment } from "./typed-time.ts";
import { parseTypedValue } from "./typed-values.ts";

const quickTimes = {
  at_once: (now: ZonedDateTime) => now.round({ smallestUnit: "minute", roundingMode: "ceil" }),
  in_an_hour: (now: ZonedDateTime) => roundUpToFiveMinutes(now.add({ hours: 1 })),
  tomorrow: (now: ZonedDateTime) => now.add({ days: 1 }).withPlainTime("08:00"),
} as const;

/** Buttons with the usual answers to "when". The same can be typed: `sofort`, `+1h`, `morgen 8`. */
export function QuickTimeButtons() {
  const t = useTranslations("case-form");
  const { setValue, getValues, clearErrors } = useFormContext<FormValues>();
  const { type, locale, isReadOnly } = useFormFacts();
  const notBefore = formFieldsByCaseType[type].find(({ path }) => path === "not_before");
  if (notBefore === undefined || isReadOnly(notBefore)) return null;
  const set = (name: keyof typeof quickTimes) => {
    const due = quickTimes[name](Temporal.Now.zonedDateTimeISO(tenantTimeZone()));
    setValue("due_at", formatTypedMoment(due, locale), { shouldDirty: true });
    const start = parseTypedValue(notBefore, valueAtPath(getValues(), "not_before"));
    if (typeof start === "string" && Date.parse(start) > due.epochMilliseconds)
      setValue("not_before", "", { shouldDirty: true });
    clearErrors(["due_at", "not_before"]);
  };
  return (
    <div className={styles["quick"]} role="group" aria-label={t("quick_times")}>
      {(Object.keys(quickTimes) as (keyof typeof quickTimes)[]).map((name) => (
        <Button key={name} size="compact-xs" variant="default" tabIndex={-1} onClick={() => set(name)}>
          {t(name)}
        </Button>
      ))}
      <span aria-hidden className={styles["typed"]}>
        {t("hints.due_at")}
      </span>
    </div>
  );
}
