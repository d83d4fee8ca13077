import type { Case } from "@leitstand/contract/cases/case";
import { Button } from "@mantine/core";
import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useEscapeWithin } from "#shared/screen/escape.ts";
import { useHeldFocus } from "#shared/screen/held-focus.ts";
import { fieldRequirementsOfAction, type ActionInputField, type TourLink, todosForAction } from "./action-choice.ts";
import { ActionField } from "./action-field.tsx";
import {
  type ActionFieldValue,
  type ActionFieldValues,
  areTimesReadable,
  type CaseActionRequest,
  findMissingActionFields,
} from "./action-input.ts";
import { ViolatedLevel } from "./action-notes.tsx";
import styles from "./action-form.module.css";
import common from "../inspector.module.css";
import type { ActionFault, CaseActions } from "./use-case-actions.ts";

interface ActionFormProps {
  readonly dispatchCase: Case;
  readonly link: TourLink | undefined;
  readonly request: CaseActionRequest;
  readonly actions: CaseActions;
}

const FOCUS_AFTER_MENU_MS = 60;

/** Form of an action, below its button: it covers nothing, and Escape leads back to the button. */
export function ActionForm({ dispatchCase, link, request, actions }: ActionFormProps) {
  const t = useTranslations("inspector");
  const demand = fieldRequirementsOfAction(request.action, dispatchCase, link);
  const [values, setValues] = useState<ActionFieldValues>(() => ({
    todos: todosForAction(request.action, dispatchCase).map(({ id }) => id),
  }));
  const [isTried, setTried] = useState(false);
  const form = useEscapeWithin<HTMLFormElement>(actions.close);
  const missing = findMissingActionFields(demand.required, values);
  // The action that ran when this form was opened may be refused by now: that is shown where it began.
  const fault = actions.fault?.request === request ? actions.fault : undefined;
  const isBusy = actions.busy === request;
  const focus = useHeldFocus(form);
  useActionFormFocus(form, fault);
  const errorOf = (field: ActionInputField) =>
    fault?.fields[field] ?? (isTried && missing.includes(field) ? t("required") : undefined);
  const asked = Object.fromEntries(
    Object.entries(values).filter(([name]) => demand.fields.includes(name as ActionInputField)),
  );
  const send = async (isForced: boolean) => {
    setTried(true);
    if (isBusy || missing.length > 0 || !areTimesReadable(asked)) return;
    focus.hold();
    await actions.send(request, asked, isForced);
    focus.giveBack();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  const isElsewhere = fault !== undefined && !demand.fields.some((field) => fault.fields[field] !== undefined);
  return (
    <form
      className={styles["form"]}
      onSubmit={submit}
      ref={form}
      aria-label={t(`action.${request.action}`)}
      aria-busy={isBusy}
      noValidate
    >
      {/* Text typed while the action is under way would be lost once the form closes. */}
      <div className={styles["fields"]} inert={isBusy}>
        <ActionFields
          {...demand}
          {...{ dispatchCase, request, values, errorOf }}
          onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
        />
      </div>
      {isElsewhere && (
        <p className={common["fault"]} role="alert">
          {fault.message}
          <ViolatedLevel fault={fault} />
        </p>
      )}
      <ActionFormButtons request={request} actions={actions} fault={fault} onForce={() => void send(true)} />
    </form>
  );
}

interface ActionFieldsProps extends Pick<ActionFormProps, "dispatchCase" | "request"> {
  readonly fields: readonly ActionInputField[];
  readonly required: readonly ActionInputField[];
  readonly values: ActionFieldValues;
  readonly errorOf: (field: ActionInputField) => string | undefined;
  readonly onChange: (name: ActionInputField, value: ActionFieldValue) => void;
}

const ActionFields = ({ fields, required, values, errorOf, onChange, ...about }: ActionFieldsProps) =>
  fields.map((name, index) => (
    <ActionField
      key={name}
      name={name}
      {...about}
      isFirst={index === 0}
      isRequired={required.includes(name)}
      value={values[name]}
      error={errorOf(name)}
      onChange={(value) => onChange(name, value)}
    />
  ));

const fieldQuery = "input, textarea";

/** Moves the focus to the first field, and after a refusal to the faulty one, unless something is typed elsewhere. */
function useActionFormFocus(form: RefObject<HTMLFormElement | null>, fault: ActionFault | undefined) {
  useEffect(() => {
    // A menu that opened the form first gives the focus back to its button.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches(fieldQuery) !== true)
        form.current?.querySelector<HTMLElement>(fieldQuery)?.focus();
    }, FOCUS_AFTER_MENU_MS);
    return () => clearTimeout(timer);
  }, [form]);
  useEffect(() => {
    const isElsewhere =
      document.activeElement?.matches(fieldQuery) === true && form.current?.contains(document.activeElement) !== true;
    if (fault === undefined || isElsewhere) return;
    form.current?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]')?.focus();
  }, [fault, form]);
}

function ActionFormButtons({
  request,
  actions,
  fault,
  onForce,
}: Pick<ActionFormProps, "request" | "actions"> & { fault: ActionFault | undefined; onForce: () => void }) {
  const t = useTranslations("inspector");
  return (
    <div className={common["buttons"]}>
      <Button type="submit" size="compact-sm" loading={actions.busy !== undefined}>
        {t(`action.${request.action}`)}
      </Button>
      {fault?.isForcible === true && (
        <Button variant="default" size="compact-sm" onClick={onForce}>
          {t(`force.${request.action}`)}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={actions.close}>
        {t("cancel")}
      </Button>
    </div>
  );
}
