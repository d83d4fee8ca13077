import { useTranslations } from "use-intl";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { useStepWord } from "#shared/step-word.ts";

/** What an entry says was done, in a word or two. */
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
