import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type FormValues, valueAtPath, textOfFormValue } from "./field.ts";

const customerPath = "rsa_data.customer";

/** Copies the caller to the customer until another customer is typed: most people call for their own vehicle. */
export function useCopyCallerToCustomer(form: UseFormReturn<FormValues>, isWanted: boolean) {
  const { subscribe, setValue } = form;
  useEffect(() => {
    if (!isWanted) return;
    const copied = new Map<string, string>();
    return subscribe({
      formState: { values: true },
      callback: ({ name, type, values }) => {
        if (type !== "change" || (name !== "contact.name" && name !== "contact.phone_number")) return;
        for (const [path, text] of Object.entries(customerFromCaller(values))) {
          const current = textOfFormValue(valueAtPath(values, path));
          if (current !== (copied.get(path) ?? "")) continue;
          copied.set(path, text);
          setValue(path, text, { shouldDirty: true });
        }
      },
    });
  }, [subscribe, setValue, isWanted]);
}

/** Copies of the caller's data for the customer. In `Anna Maria Muster` the last word is the family name. */
function customerFromCaller(values: FormValues): Readonly<Record<string, string>> {
  const words = textOfFormValue(valueAtPath(values, "contact.name")).trim().split(/\s+/);
  return {
    [`${customerPath}.last_name`]: words.at(-1) ?? "",
    [`${customerPath}.first_name`]: words.slice(0, -1).join(" "),
    [`${customerPath}.phone_number`]: textOfFormValue(valueAtPath(values, "contact.phone_number")),
  };
}
