import { get, useFormContext, useFormState } from "react-hook-form";
import type { FormField, FormValues } from "./field.ts";
import { fieldElementId, useFormFieldTexts, useFormFacts } from "./form-facts.ts";

/** Props of every kind of control. `path` differs from the field's own within a list. */
export interface FieldControlProps {
  readonly field: FormField;
  readonly path: string;
}

/** Props for a field with a single input: name, hint, fault and registration. */
export function useFieldControl({ field, path }: FieldControlProps) {
  const { register, control } = useFormContext<FormValues>();
  const { errors } = useFormState({ control, name: path });
  const { labelOf, hintOf } = useFormFieldTexts();
  const { isReadOnly } = useFormFacts();
  const fault = get(errors, path) as { message?: string } | undefined;
  return {
    register,
    message: fault?.message,
    isReadOnly: isReadOnly(field),
    shared: {
      id: fieldElementId(path),
      label: labelOf(field),
      description: hintOf(field),
      // The hint is shown beside the quick answers already; here it is for screen readers.
      descriptionProps: { className: "visually-hidden" },
      error: fault?.message,
      size: "xs" as const,
      withAsterisk: field.isRequired ?? false,
      inputWrapperOrder: ["label", "input", "error", "description"] as ("label" | "input" | "error" | "description")[],
    },
  };
}
