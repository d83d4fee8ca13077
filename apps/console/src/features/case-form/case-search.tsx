import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { api } from "#shared/api/api.ts";
import { caseQuery } from "#live/store.ts";
import { type FieldControlProps, useFieldControl } from "./fields/control.ts";
import { type FormValues, textOfFormValue } from "./fields/field.ts";
import { SuggestBox } from "./fields/suggest-box.tsx";

const FOUND_CASES_MAX = 8;

/** Control that picks another case, found by number, name or place. */
export function CaseSearch({ field, path }: FieldControlProps) {
  const { shared, isReadOnly } = useFieldControl({ field, path });
  const { getValues, setValue } = useFormContext<FormValues>();
  const [id, setId] = useState(textOfFormValue(getValues(path)));
  const [text, setText] = useState<string>();
  const chosen = useQuery({ ...caseQuery(id), enabled: id !== "" });
  const wanted = text?.trim() ?? "";
  const { data: found } = useQuery({
    queryKey: ["case-form", "search", wanted],
    queryFn: ({ signal }) =>
      api.getCases({ text: wanted.slice(0, 200), size: FOUND_CASES_MAX, include_associations: false }, { signal }),
    enabled: wanted.length > 1,
  });
  const choose = (next: string) => {
    setValue(path, next, { shouldDirty: true });
    setId(next);
    setText(undefined);
  };
  return (
    <SuggestBox
      {...shared}
      readOnly={isReadOnly}
      text={text ?? (id === "" ? "" : `${chosen.data?.natural_id ?? "…"} ${chosen.data?.display_name ?? ""}`)}
      onText={(typed) => (typed === "" ? choose("") : setText(typed))}
      onBlur={() => setText(undefined)}
      suggestions={wanted.length > 1 ? (found?.cases ?? []) : []}
      keyOf={(dispatchCase) => dispatchCase.id}
      show={(dispatchCase) => (
        <>
          <code>{dispatchCase.natural_id}</code> {dispatchCase.display_name}
        </>
      )}
      onPick={(dispatchCase) => choose(dispatchCase.id)}
    />
  );
}
