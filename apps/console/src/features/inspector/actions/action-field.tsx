import type { Case } from "@leitstand/contract/cases/case";
import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent } from "react";
import { useTranslations } from "use-intl";
import { useBoard } from "#live/use-entities.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { DateTimeInput } from "#shared/editing/date-time-input.tsx";
import { useNow } from "#shared/text/now.ts";
import { instantToDateTimeField } from "#shared/text/time.ts";
import { type ActionInputField, findValidSignatures, todosForAction } from "./action-choice.ts";
import type { ActionFieldValue, TypedActionAddress, CaseActionRequest } from "./action-input.ts";
import styles from "./action-field.module.css";
import { useFrozenOptions } from "#shared/screen/use-frozen-options.ts";
import { branchesQuery } from "#shared/api/queries.ts";

interface ActionFieldProps {
  readonly name: ActionInputField;
  readonly dispatchCase: Case;
  readonly request: CaseActionRequest;
  readonly isFirst: boolean;
  readonly isRequired: boolean;
  readonly value: ActionFieldValue | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: ActionFieldValue) => void;
}

/** Control for one field of an action, by its kind. */
export function ActionField(props: ActionFieldProps) {
  const t = useTranslations("inspector");
  const { name } = props;
  switch (name) {
    case "to_tour_id":
      return <ForwardTargetField {...props} />;
    case "destination":
    case "interim_address":
      return <AddressFields {...props} />;
    case "todos":
      return <TodoFields {...props} />;
    case "signature":
      return <SignatureField {...props} />;
    case "outcome":
      return <SelectField {...props} options={["SUCCESS", "GOA", "UNSUCCESSFUL"]} />;
    case "follow_up":
      return <SelectField {...props} options={["AD_Standard", "AD_UNS_Standard"]} />;
    case "identity_confirmed":
    case "belongings_confirmed":
    case "needs_backoffice":
      return <FlagField {...props} />;
    case "postponed_until":
    case "eta":
      return <TimeField {...props} />;
    case "reason":
      return (
        <Textarea {...textInputProps(props, t(`field.${name}`))} autosize minRows={1} maxRows={4} maxLength={255} />
      );
    default:
      return <TextInput {...textInputProps(props, t(`field.${name}`))} maxLength={255} />;
  }
}

/** Props that all text inputs of an action share. */
const textInputProps = ({ isRequired, isFirst, value, error, onChange }: ActionFieldProps, label: string) => ({
  label,
  withAsterisk: isRequired,
  error,
  "data-autofocus": isFirst,
  size: "xs",
  value: typeof value === "string" ? value : "",
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  autoFocus: isFirst,
});

function TimeField(props: ActionFieldProps) {
  const t = useTranslations("inspector");
  const now = useNow();
  return (
    <DateTimeInput
      {...textInputProps(props, t(`field.${props.name}`))}
      min={instantToDateTimeField(new Date(now).toISOString())}
    />
  );
}

function FlagField({ name, isRequired, value, error, onChange }: ActionFieldProps) {
  const t = useTranslations("inspector");
  return (
    <Checkbox
      size="xs"
      label={<RequiredFlagLabel text={t(`field.${name}`)} isRequired={isRequired} />}
      checked={value === true}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

const RequiredFlagLabel = ({ text, isRequired }: { text: string; isRequired: boolean }) => (
  <>
    {text}
    {isRequired && (
      <span className={styles["asterisk"]} aria-hidden>
        {" "}
        *
      </span>
    )}
  </>
);

function SelectField({
  name,
  isRequired,
  isFirst,
  value,
  error,
  onChange,
  options,
}: ActionFieldProps & { options: string[] }) {
  const t = useTranslations("inspector");
  return (
    <Select
      size="xs"
      label={t(`field.${name}`)}
      withAsterisk={isRequired}
      data={options.map((option) => ({ value: option, label: t(`choice.${option}`) }))}
      value={typeof value === "string" ? value : null}
      error={error}
      clearable
      autoFocus={isFirst}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

/** Choice of a signature that was drawn elsewhere and uploaded. */
function SignatureField({ dispatchCase, value, error, isFirst, onChange }: ActionFieldProps) {
  const t = useTranslations("inspector");
  return (
    <Select
      size="xs"
      clearable
      label={t("field.signature")}
      data={findValidSignatures(dispatchCase).map(({ id, file_name }) => ({ value: id, label: file_name }))}
      value={typeof value === "string" && value !== "" ? value : null}
      error={error}
      autoFocus={isFirst}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

/** Choice of another running tour, or of a branch whose dispatchers decide. */
function ForwardTargetField({ request, value, error, onChange, isFirst }: ActionFieldProps) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const board = useBoard();
  const { data: branches = [], isLoading } = useQuery({ ...branchesQuery, enabled: may("getBranches") });
  const tours = [...(board?.tours.values() ?? [])].filter(({ tour_id }) => tour_id !== request.tour_id);
  const plateOf = (ids: readonly string[]) => board?.vehicles.get(ids[0] ?? "")?.license_plate;
  const groups = () => [
    {
      group: t("tours"),
      items: tours.map((tour) => ({
        value: `tour ${tour.tour_id}`,
        label: [plateOf(tour.vehicle_ids), tour.name ?? tour.natural_id].filter(Boolean).join(" · "),
      })),
    },
    { group: t("branches"), items: branches.map(({ id, name }) => ({ value: `branch ${id}`, label: name })) },
  ];
  const targets = useFrozenOptions(() => (isLoading ? undefined : groups()));
  return (
    <Select
      size="xs"
      searchable
      withAsterisk
      limit={200}
      label={t("field.to_tour_id")}
      nothingFoundMessage={t("nothing_found")}
      {...targets}
      value={typeof value === "string" && value !== "" ? value : null}
      error={error}
      autoFocus={isFirst}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

function AddressFields({ name, isRequired, value, error, onChange, isFirst }: ActionFieldProps) {
  const t = useTranslations("inspector");
  const typed = (typeof value === "object" && !Array.isArray(value) ? value : {}) as TypedActionAddress;
  return (
    <fieldset className={styles["address-fields"]}>
      <legend>
        <RequiredFlagLabel text={t(`field.${name}`)} isRequired={isRequired} />
      </legend>
      {(["name", "street", "zip_code", "city"] as const).map((part, index) => (
        <TextInput
          key={part}
          size="xs"
          aria-label={t(`part.${part}`)}
          placeholder={t(`part.${part}`)}
          value={typed[part] ?? ""}
          error={index === 0 ? error : undefined}
          autoFocus={isFirst && index === 0}
          onChange={(event) => onChange({ ...typed, [part]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}

function TodoFields({ dispatchCase, request, value, error, onChange }: ActionFieldProps) {
  const t = useTranslations("inspector");
  const done = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <Checkbox.Group size="xs" label={t("field.todos")} error={error} value={[...done]} onChange={onChange}>
      {todosForAction(request.action, dispatchCase).map(({ id, title, required }) => (
        <Checkbox
          key={id}
          size="xs"
          mt={6}
          value={id}
          label={<RequiredFlagLabel text={title} isRequired={required} />}
        />
      ))}
    </Checkbox.Group>
  );
}
