import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Values, valueAt, textIn } from "./field.ts";

const customer = "rsa_data.customer";

/** Copies the caller to the customer until another customer is typed: most people call for their own vehicle. */
export function useCallerAsCustomer(form: UseFormReturn<Values>, isWanted: boolean) {
  const { subscribe, setValue } = form;
  useEffect(() => {
    if (!isWanted) return;
    const copied = new Map<string, string>();
    return subscribe({
      formState: { values: true },
      callback: ({ name, type, values }) => {
        if (type !== "change" || (name !== "contact.name" && name !== "contact.phone_number")) return;
        for (const [path, text] of Object.entries(copiesOf(values))) {
          const current = textIn(valueAt(values, path));
          if (current !== (copied.get(path) ?? "")) continue;
          copied.set(path, text);
          setValue(path, text, { shouldDirty: true });
        }
      },
    });
  }, [subscribe, setValue, isWanted]);
}

/** Copies of the caller's data for the customer. In `Anna Maria Muster` the last word is the family name. */
function copiesOf(values: Values): Readonly<Record<string, string>> {
  const words = textIn(valueAt(values, "contact.name")).trim().split(/\s+/);
  return {
    [`${customer}.last_name`]: words.at(-1) ?? "",
    [`${customer}.first_name`]: words.slice(0, -1).join(" "),
    [`${customer}.phone_number`]: textIn(valueAt(values, "contact.phone_number")),
  };
}
