import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslations } from "use-intl";
import { type Address, cityOf, knownAddresses, type Suggestion } from "./address-suggestions.ts";
import styles from "./case-form.module.css";
import { fieldsOfCase } from "./case-fields.ts";
import { type Values, valueAt } from "./field.ts";
import { focusAfter } from "./focus.ts";
import { idOf, useFormFacts } from "./form-facts.ts";
import { SuggestBox } from "./suggest-box.tsx";
import { lineOf, readAddress } from "./typed-address.ts";
import { showTyped } from "./typed-values.ts";

/** Where a house stands: typed by hand, its coordinates are no longer those that were picked. */
const located = ["street", "house_number", "zip_code", "city", "country"];
/** Said by a call, and not by the house. */
const ofTheVisit = ["contact_name", "phone_number", "notes", "timeframe.from", "timeframe.to"];

/** One line for an address: known ones are picked, others are read from what was typed; then it goes on behind it. */
export function AddressSearch({ prefix, isReadOnly }: { prefix: string; isReadOnly: boolean }) {
  const t = useTranslations("case-form");
  const { getValues } = useFormContext<Values>();
  const { recent } = useFormFacts();
  const fill = useFill(prefix);
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  useManualChanges(prefix);
  const phone = String(getValues("contact.phone_number") ?? "");
  const { data: suggestions = [] } = useQuery({
    queryKey: ["case-form", "addresses", text.trim(), phone, recent.length],
    queryFn: ({ signal }) => knownAddresses(recent)({ text, phone }, signal),
    placeholderData: keepPreviousData,
    enabled: !isReadOnly,
  });
  const take = (address: Address, isPicked: boolean) => {
    fill(address, isPicked);
    setText("");
  };
  const goOn = () => {
    const block = box.current?.closest("[data-address]");
    if (block) focusAfter(block);
  };
  const takeTyped = () => {
    if (text.trim() !== "") take(readAddress(text), false);
  };
  return (
    <div ref={box} className={styles["search"]}>
      <SuggestBox
        id={idOf(`${prefix}.search`)}
        size="xs"
        aria-label={t("search_address")}
        placeholder={t("search_address_hint")}
        readOnly={isReadOnly}
        text={text}
        onText={setText}
        suggestions={suggestions}
        keyOf={({ address }) => lineOf(address)}
        show={(suggestion) => <AddressLine suggestion={suggestion} />}
        onPick={({ address }) => {
          take(address, true);
          goOn();
        }}
        onEnter={takeTyped}
        onBlur={takeTyped}
      />
    </div>
  );
}

function AddressLine({ suggestion: { address, why } }: { suggestion: Suggestion }) {
  const t = useTranslations("case-form");
  const { name, ...rest } = address;
  return (
    <>
      <span className={styles["house"]}>{name || lineOf(rest).split(",")[0]}</span>
      <span className={styles["street"]}>{name ? lineOf(rest) : lineOf(rest).split(", ").slice(1).join(", ")}</span>
      {why !== "known" && <span className="ui-tag">{t(`why_${why}`)}</span>}
    </>
  );
}

/** Puts an address into its fields; what the caller said about this visit stays. */
function useFill(prefix: string) {
  const { getValues, setValue, clearErrors } = useFormContext<Values>();
  const { type, locale } = useFormFacts();
  return (address: Address, isPicked: boolean) => {
    for (const field of fieldsOfCase[type]) {
      const name = field.path.startsWith(`${prefix}.`) ? field.path.slice(prefix.length + 1) : undefined;
      if (name === undefined || ofTheVisit.includes(name)) continue;
      const value = valueAt(address, name);
      // A line that was read says nothing about floors and lifts; a country that it leaves out is the usual one.
      if (
        value === undefined &&
        (name === "country" || (!isPicked && !located.includes(name) && name !== "lat" && name !== "lon"))
      )
        continue;
      if (value === undefined && name === "country" && getValues(field.path) !== "") continue;
      setValue(field.path, showTyped(field, value, locale), { shouldDirty: true });
      clearErrors(field.path);
    }
  };
}

function useManualChanges(prefix: string) {
  const { subscribe, setValue, getValues } = useFormContext<Values>();
  const { recent } = useFormFacts();
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, values }) => {
          if (type !== "change" || !name?.startsWith(`${prefix}.`)) return;
          const changed = name.slice(prefix.length + 1);
          if (!located.includes(changed)) return;
          const at = (part: string): string => `${prefix}.${part}`;
          for (const axis of ["lat", "lon"]) if (valueAt(values, at(axis))) setValue(at(axis), "");
          const zip = String(valueAt(values, at("zip_code")) ?? "");
          const city = changed === "zip_code" && zip.length >= 4 ? cityOf(recent, zip) : undefined;
          if (city !== undefined && !getValues(at("city"))) setValue(at("city"), city, { shouldDirty: true });
        },
      }),
    [prefix, subscribe, setValue, getValues, recent],
  );
}
