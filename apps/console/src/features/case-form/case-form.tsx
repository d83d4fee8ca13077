import { useState } from "react";
import { useTranslations } from "use-intl";
import { FaultPanel, Skeleton } from "@leitstand/ui/states";
import { useFaultText } from "#shared/api/faults.ts";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { useEditedCase, useCaseFormLists } from "./case-form.queries.ts";
import { CaseFormContent } from "./case-sheet.tsx";

interface CaseFormProps {
  /** Id of the case that is edited, or `new`. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Form over map and inspector that takes down a call, or changes a case. */
export const CaseForm = withLazyTexts(LoadingForm, {
  de: () => import("virtual:texts/de/case-form"),
  en: () => import("virtual:texts/en/case-form"),
});

function LoadingForm({ id, onClose, onSaved }: CaseFormProps) {
  const t = useTranslations("case-form");
  const tFaults = useTranslations("faults");
  const textOf = useFaultText();
  const lists = useCaseFormLists();
  const edited = useEditedCase(id);
  const [round, setRound] = useState(0);
  // Fetched once when the form opens, and then left alone: later changes are merged on saving.
  const isReady = !lists.isPending && (id === "new" || edited.isFetchedAfterMount);
  if (edited.error !== null && edited.data === undefined) {
    const texts = { ...textOf(edited.error), retry: tFaults("retry"), copy: tFaults("copy") };
    return <FaultPanel texts={texts} onRetry={() => void edited.refetch()} />;
  }
  if (!isReady) return <Skeleton rows={9} height={52} gap={18} label={t("loading")} />;
  return (
    <CaseFormContent
      key={round}
      id={id}
      dispatchCase={edited.data}
      lists={lists}
      onClose={onClose}
      onSaved={onSaved}
      onAgain={() => setRound(round + 1)}
    />
  );
}
