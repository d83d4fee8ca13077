import type { Case } from "@leitstand/contract/cases/case";
import { IconCheck, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { TourLink } from "#outbox/state-before.ts";
import { goTo } from "#shared/route.ts";
import { useClockFormat } from "#shared/texts.tsx";
import { storeDriverOperations } from "#work/act.ts";
import type { CaseDraft } from "#work/drafts.ts";
import { areBelongingsConfirmed, isDeceasedIdentified, isPersonTransport } from "./next-step.ts";

interface ChecklistProps {
  readonly shown: Case;
  readonly link: TourLink;
  readonly draft: CaseDraft;
}
type CaseTodo = NonNullable<Case["todos"]>["pickup"][number];

/** Todos before the deceased is loaded, and before the handover. */
export function CaseChecklist({ shown, link, draft }: ChecklistProps) {
  const t = useTranslations("case");
  const isLoaded = link.state === "LOADED";
  if (link.bucket !== "open" || !["STARTED", "ARRIVED", "LOADED"].includes(link.state)) return null;
  const todos = (isLoaded ? shown.todos?.delivery : shown.todos?.pickup) ?? [];
  const person = isPersonTransport(shown);
  const checks = person
    ? isLoaded
      ? [draft.delivered?.is_confirmed === true]
      : [isDeceasedIdentified(shown, draft), areBelongingsConfirmed(shown, draft)]
    : [];
  const done = todos.filter(({ completed }) => completed).length + checks.filter(Boolean).length;
  const all = todos.length + checks.length;
  if (all === 0) return null;
  return (
    <section>
      <h2 className="section row">
        {isLoaded ? t("before_delivery") : t("before_loading")} <span className="aside">{t("of", { done, all })}</span>
      </h2>
      <ul className="card list">
        {todos.map((todo) => (
          <TodoRow key={todo.id} todo={todo} case_id={shown.id} />
        ))}
        {person && !isLoaded && <IdentityRow shown={shown} draft={draft} />}
        {person && <BelongingsRow shown={shown} draft={draft} isLoaded={isLoaded} />}
      </ul>
    </section>
  );
}

interface TickProps {
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  readonly isDone: boolean;
  readonly onTick: (isDone: boolean) => void;
}
const TickRow = ({ id, label, hint, isDone, onTick }: TickProps) => (
  <li>
    <label className="tick">
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
      <input
        {...(id !== undefined && { id })}
        type="checkbox"
        checked={isDone}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <IconCheck className="box" size={26} aria-hidden />
    </label>
  </li>
);

function TodoRow({ todo, case_id }: { todo: CaseTodo; case_id: string }) {
  const clock = useClockFormat();
  const { id: todo_id, title } = todo;
  const tick = (completed: boolean) =>
    void storeDriverOperations([{ op: "setTodoCompleted", body: { case_id, todo_id, completed }, title }]);
  const hint = todo.completed ? clock(todo.completed_at) : todo.description;
  return <TickRow id={`todo-${todo_id}`} label={title} {...(hint && { hint })} isDone={todo.completed} onTick={tick} />;
}

function IdentityRow({ shown, draft }: { shown: Case; draft: CaseDraft }) {
  const t = useTranslations("case");
  const isDone = isDeceasedIdentified(shown, draft);
  return (
    <li>
      <button type="button" className="line" onClick={() => goTo({ is: "identity", id: shown.id })}>
        <span>
          {isDone ? t("identity_ok") : t("identity")}
          <small>{t("identity_hint")}</small>
        </span>
        {isDone ? <IconCheck className="box checked" size={26} aria-hidden /> : <IconChevronRight aria-hidden />}
      </button>
    </li>
  );
}

function BelongingsRow({ shown, draft, isLoaded }: { shown: Case; draft: CaseDraft; isLoaded: boolean }) {
  const t = useTranslations("belongings");
  const isDone = isLoaded ? draft.delivered?.is_confirmed === true : areBelongingsConfirmed(shown, draft);
  const word = isLoaded ? (isDone ? "checked" : "check") : isDone ? "recorded" : "record";
  return (
    <li>
      <button type="button" className="line" onClick={() => goTo({ is: "belongings", id: shown.id })}>
        <span>
          {t(word)}
          <small>{isLoaded ? t("check_hint") : t("record_hint")}</small>
        </span>
        {isDone ? <IconCheck className="box checked" size={26} aria-hidden /> : <IconChevronRight aria-hidden />}
      </button>
    </li>
  );
}
