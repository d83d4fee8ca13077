import type { Case } from "@leitstand/contract/cases/case";
import { Checkbox } from "@mantine/core";
import { useLocale, useTranslations } from "use-intl";
import { api, queryClient } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import { showWarning } from "#shared/screen/toasts.tsx";
import styles from "./case-todos.module.css";
import common from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";

type TodosByPhase = NonNullable<Case["todos"]>;
type CaseTodo = TodosByPhase["pickup"][number];
const todoPhases = ["pickup", "delivery"] as const;

/** Todos at pickup and delivery; ticked at once, and unticked again if the server refuses. */
export function CaseTodos({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const all = todoPhases.flatMap((phase) => dispatchCase.todos?.[phase] ?? []);
  if (all.length === 0) return null;
  const done = all.filter(({ completed }) => completed).length;
  return (
    <InspectorSection name="todos" title={t("todos")} count={`${done}/${all.length}`}>
      {todoPhases.map((phase) => {
        const todos = dispatchCase.todos?.[phase] ?? [];
        if (todos.length === 0) return null;
        return (
          <div key={phase} role="group" aria-label={t(`phase.${phase}`)}>
            <div className={styles["phase"]}>{t(`phase.${phase}`)}</div>
            {todos.map((todo) => (
              <TodoLine key={todo.id} case_id={dispatchCase.id} todo={todo} />
            ))}
          </div>
        );
      })}
    </InspectorSection>
  );
}

function TodoLine({ case_id, todo }: { case_id: string; todo: CaseTodo }) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const may = useHasGrant();
  const textOf = useFaultText();
  const tick = async (completed: boolean) => {
    setTodoInCache(case_id, { ...todo, completed });
    try {
      setTodoInCache(case_id, await api.setTodoCompleted({ case_id, todo_id: todo.id, completed }));
    } catch (error) {
      setTodoInCache(case_id, todo);
      showWarning(textOf(error).message);
    }
  };
  const by =
    todo.completed && todo.completed_at !== null
      ? [formatClockOrDay(todo.completed_at, now, locale), todo.completed_by?.name].filter(Boolean).join(" · ")
      : undefined;
  return (
    <Checkbox
      size="xs"
      className={styles["todo"]}
      checked={todo.completed}
      disabled={!may("setTodoCompleted")}
      label={
        <>
          {todo.title}
          {todo.required && !todo.completed && <span className={common["meta"]}> · {t("required_todo")}</span>}
        </>
      }
      description={[todo.description, by].filter(Boolean).join(" · ") || undefined}
      onChange={(event) => void tick(event.currentTarget.checked)}
    />
  );
}

function setTodoInCache(case_id: string, todo: CaseTodo) {
  queryClient.setQueryData<Case>(["case", case_id], (dispatchCase) => {
    if (!dispatchCase?.todos) return dispatchCase;
    const replaced = (todos: CaseTodo[]) => todos.map((known) => (known.id === todo.id ? todo : known));
    return {
      ...dispatchCase,
      todos: { pickup: replaced(dispatchCase.todos.pickup), delivery: replaced(dispatchCase.todos.delivery) },
    };
  });
}
