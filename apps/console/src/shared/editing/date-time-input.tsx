import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslations } from "use-intl";
import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";

/** Latest day that date fields take: with it, browsers end a typed year at its fourth digit. */
export const DATE_FIELD_MAX = "9999-12-31";

/** Field for a day and a time in the tenant's zone. It says so when its text is no time; its form must not send that. */
export function DateTimeInput({ error, ...props }: ComponentProps<typeof TextInput>) {
  const t = useTranslations("faults");
  const { value } = props;
  const isUnreadable = typeof value === "string" && value !== "" && !isDateTimeFieldReadable(value);
  return (
    <TextInput
      {...props}
      type="datetime-local"
      max={`${DATE_FIELD_MAX}T23:59`}
      error={isUnreadable ? t("time_unreadable") : error}
    />
  );
}
