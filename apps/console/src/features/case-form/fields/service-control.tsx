import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
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
  const { recent } = useFormFacts();
  const names = new Map(
    recent.flatMap(({ rsa_data }) =>
      rsa_data?.service ? [[rsa_data.service.key, rsa_data.service.name ?? rsa_data.service.key] as const] : [],
    ),
  );
  const current = textOfFormValue(getValues(path));
  const [isTyped, setTyped] = useState(names.size === 0 || (current !== "" && !names.has(current)));
  if (isTyped) return <TextInput {...shared} {...register(path)} readOnly={isReadOnly} autoComplete="off" />;
  const namePath = path.replace(/key$/, "name");
  const choose = (key: string) => {
    if (key === OTHER_SERVICE) {
      setValue(path, "");
      setTyped(true);
    } else setValue(namePath, names.get(key) ?? "", { shouldDirty: true });
  };
  const known = [...names].map(([value, label]) => ({ value, label }));
  return (
    <NativeSelect
      {...shared}
      {...register(path, { onChange: (event: { target: { value: string } }) => choose(event.target.value) })}
      disabled={isReadOnly}
      data={[{ value: "", label: "–" }, ...known, { value: OTHER_SERVICE, label: t("other_service") }]}
    />
  );
}
