import { defaultCaseReasons } from "@leitstand/contract/cases/default-reasons";
import { TagLabel } from "@leitstand/ui/states";
import { IconMail, IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { formatDayAndClock } from "#shared/text/time.ts";
import type { CaseFact } from "./case/case-facts.ts";
import styles from "./facts.module.css";
import common from "./inspector.module.css";

export const FactTable = ({ children }: { children: ReactNode }) => <dl className={styles["facts"]}>{children}</dl>;
export const FactRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export const TagRow = ({ names }: { names: readonly string[] }) => (
  <span className={styles["tags"]}>
    {names.map((name) => (
      <TagLabel key={name}>{name}</TagLabel>
    ))}
  </span>
);

/** Values by their kind; flags that hold become tags, those that do not share one line. */
export function FactList({ group, facts }: { group: string; facts: readonly CaseFact[] }) {
  const t = useTranslations("inspector");
  // The same key may mean different things in different groups.
  const labelOf = (key: string) => t(t.has(`fact_of.${group}.${key}`) ? `fact_of.${group}.${key}` : `fact.${key}`);
  const flags = facts.filter(({ kind }) => kind === "flag");
  const holding = flags.filter(({ value }) => value === true);
  const denied = flags.filter(({ value }) => value === false);
  return (
    <FactTable>
      {facts
        .filter(({ kind }) => kind !== "flag")
        .map((fact) => (
          <FactRow key={fact.key} label={labelOf(fact.key)}>
            <FactValue fact={fact} />
          </FactRow>
        ))}
      {holding.length > 0 && (
        <FactRow label={t("holds")}>
          <TagRow names={holding.map(({ key }) => labelOf(key))} />
        </FactRow>
      )}
      {denied.length > 0 && (
        <FactRow label={t("denied")}>
          <span className={common["meta"]}>{denied.map(({ key }) => labelOf(key)).join(", ")}</span>
        </FactRow>
      )}
    </FactTable>
  );
}

const unitLabels = { cm: "cm", kg: "kg", km: "km", minutes: "min", eur: "€" } as const;

function FactValue({ fact: { key, kind, value } }: { fact: CaseFact }) {
  const t = useTranslations("inspector");
  const format = useFormatter();
  const locale = useLocale();
  switch (kind) {
    case "phone":
      return <PhoneLink number={String(value)} />;
    case "email":
      return <MailLink address={String(value)} />;
    case "choice":
      return t(`choice.${String(value)}`);
    case "reason":
      return (
        <span className={common["long"]}>
          <ReasonText reason={String(value)} />
        </span>
      );
    case "day":
      // A calendar day is the same day in every time zone.
      return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
        new Date(`${String(value)}T00:00:00Z`),
      );
    case "instant":
      return formatDayAndClock(String(value), locale);
    case "cm":
    case "kg":
    case "km":
    case "minutes":
    case "eur":
      return `${format.number(Number(value))} ${unitLabels[kind]}`;
    case "count":
      return format.number(Number(value), { useGrouping: key !== "coffin_type" });
    default:
      return <span className={common["long"]}>{String(value)}</span>;
  }
}

const defaultReasons: ReadonlySet<string> = new Set(defaultCaseReasons);

/** Reason as it was given, or in words where the server recorded one by itself. */
export function ReasonText({ reason }: { reason: string }) {
  const t = useTranslations("inspector");
  return defaultReasons.has(reason) ? t(`reason_code.${reason}`) : reason;
}

export const PhoneLink = ({ number }: { number: string }) => (
  <a className={styles["link"]} href={`tel:${number.replaceAll(/[^+\d]/g, "")}`}>
    <IconPhone size={13} stroke={1.8} aria-hidden />
    {number}
  </a>
);
const MailLink = ({ address }: { address: string }) => (
  <a className={styles["link"]} href={`mailto:${address}`}>
    <IconMail size={13} stroke={1.8} aria-hidden />
    {address}
  </a>
);
