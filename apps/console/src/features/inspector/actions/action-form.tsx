import type { Case } from "@leitstand/contract/cases/case";
import { Button } from "@mantine/core";
import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useEscapeWithin } from "#shared/screen/escape.ts";
import { fieldRequirementsOfAction, type ActionInputField, type TourLink, todosForAction } from "./action-choice.ts";
import { ActionField } from "./action-field.tsx";
import {
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
  const fault = actions.fault;
  useActionFormFocus(form, fault);
  const errorOf = (field: ActionInputField) =>
    fault?.fields[field] ?? (isTried && missing.includes(field) ? t("required") : undefined);
  const asked = Object.fromEntries(
    Object.entries(values).filter(([name]) => demand.fields.includes(name as ActionInputField)),
  );
  const send = (isForced: boolean) => {
    setTried(true);
    if (missing.length === 0 && areTimesReadable(asked)) actions.send(request, asked, isForced);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(false);
  };
  const isElsewhere = fault !== undefined && !demand.fields.some((field) => fault.fields[field] !== undefined);
  return (
    <form className={styles["form"]} onSubmit={submit} ref={form} aria-label={t(`action.${request.action}`)} noValidate>
      {demand.fields.map((name, index) => (
        <ActionField
          key={name}
          name={name}
          dispatchCase={dispatchCase}
          request={request}
          isFirst={index === 0}
          isRequired={demand.required.includes(name)}
          value={values[name]}
          error={errorOf(name)}
          onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
        />
      ))}
      {isElsewhere && (
        <p className={common["fault"]} role="alert">
          {fault.message}
          <ViolatedLevel fault={fault} />
        </p>
      )}
      <ActionFormButtons request={request} actions={actions} onForce={() => send(true)} />
    </form>
  );
}

/** Moves the focus to the first field, and after a refusal to the faulty one. */
function useActionFormFocus(form: RefObject<HTMLFormElement | null>, fault: ActionFault | undefined) {
  useEffect(() => {
    // A menu that opened the form first gives the focus back to its button.
    const timer = setTimeout(
      () => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(),
      FOCUS_AFTER_MENU_MS,
    );
    return () => clearTimeout(timer);
  }, [form]);
  useEffect(() => {
    // The button lost the focus while it was busy.
    if (fault === undefined) return;
    const query = 'input[aria-invalid="true"], textarea[aria-invalid="true"], button[type="submit"]';
    form.current?.querySelector<HTMLElement>(query)?.focus();
  }, [fault, form]);
}

function ActionFormButtons({
  request,
  actions,
  onForce,
}: Pick<ActionFormProps, "request" | "actions"> & { onForce: () => void }) {
  const t = useTranslations("inspector");
  return (
    <div className={common["buttons"]}>
      <Button type="submit" size="compact-sm" loading={actions.busy !== undefined}>
        {t(`action.${request.action}`)}
      </Button>
      {actions.fault?.isForcible === true && (
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
