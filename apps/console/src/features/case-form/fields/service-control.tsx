import type { Case } from "@leitstand/contract/cases/case";
import { NativeSelect, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslations } from "use-intl";
import { type FieldControlProps, useFieldControl } from "./control.ts";
import { type FormValues, textOfFormValue } from "./field.ts";
import { useFormFacts } from "./form-facts.ts";

const OTHER_SERVICE = "\u0000other";

/** Picks a service by name, from those that this company has had cases of; another one can be typed as its key. */
export function ServiceControl({ field, path }: FieldControlProps) {
  const t = useTranslations("case-form");
  const { register, shared, isReadOnly } = useFieldControl({ field, path });
  const { getValues, setValue } = useFormContext<FormValues>();
  const names = serviceNamesOf(useFormFacts().recent);
  const current = textOfFormValue(getValues(path));
  const [isUnknown] = useState(names.size === 0 || (current !== "" && !names.has(current)));
  const [isOther, setOther] = useState(false);
  const followKey = useNameOfKey(path, names);
  const onChange = (event: { target: { value: string } }) => {
    const { value } = event.target;
    const isOtherChosen = value === OTHER_SERVICE;
    if (isOtherChosen) {
      setValue(path, "", { shouldDirty: true });
      setOther(true);
    }
    followKey(isOtherChosen ? "" : value);
  };
  const registered = register(path, { onChange });
  if (isUnknown || isOther)
    return <TextInput {...shared} {...registered} readOnly={isReadOnly} autoComplete="off" autoFocus={isOther} />;
  const known = [...names].map(([value, name]) => ({ value, label: name === "" ? value : name }));
  return (
    <NativeSelect
      {...shared}
      {...registered}
      disabled={isReadOnly}
      data={[{ value: "", label: "–" }, ...known, { value: OTHER_SERVICE, label: t("other_service") }]}
    />
  );
}

/** Names of the services of recent cases by key, each as the newest case with a name has it; empty without a name. */
function serviceNamesOf(recent: readonly Case[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { rsa_data } of recent) {
    const service = rsa_data?.service;
    if (service) names.set(service.key, names.get(service.key) || (service.name ?? ""));
  }
  return names;
}

/**
 * Sets the name of the service to that of its key, because crews are shown the name. A name that was typed by hand for
 * a key without a known name stays.
 */
function useNameOfKey(path: string, names: ReadonlyMap<string, string>): (key: string) => void {
  const { getValues, setValue } = useFormContext<FormValues>();
  const namePath = path.replace(/key$/, "name");
  const lastSet = useRef(textOfFormValue(getValues(namePath)));
  return (key) => {
    const name = names.get(key) ?? "";
    if (name === "" && textOfFormValue(getValues(namePath)) !== lastSet.current) return;
    lastSet.current = name;
    setValue(namePath, name, { shouldDirty: true });
  };
}
