import { useTranslations } from "use-intl";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { useStepWord } from "#shared/step-word.ts";

/** Short name of what an entry records. */
export function useEntryName() {
  const t = useTranslations("outbox");
  const wordOf = useStepWord();
  return ({ op, body }: OutboxContent): string => {
    switch (op) {
      case "receiveAction":
        return wordOf(body.action);
      case "setTodoCompleted":
        return t("todo");
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
