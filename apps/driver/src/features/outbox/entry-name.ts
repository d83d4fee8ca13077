import { useTranslations } from "use-intl";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { useStepName } from "#shared/step-word.ts";

/** Short name of what an entry records. */
export function useOutboxEntryName() {
  const t = useTranslations("outbox");
  const wordOf = useStepName();
  return ({ op, body }: OutboxContent): string => {
    switch (op) {
      case "receiveAction":
        return wordOf(body.action);
      case "setTodoCompleted":
        return t(body.completed ? "todo" : "todo_open");
      case "createCaseComment":
        return t("note");
      case "startTour":
      case "createAndStartTour":
        return t("start");
      case "finishTour":
        return t("end");
      case "updateTourStartedSubState":
        return t(`duty.${body.started_sub_state}`);
      case "createVehicleCheck":
        return t("check");
      case "acknowledgeCriticalMessage":
        return t("read");
    }
  };
}
