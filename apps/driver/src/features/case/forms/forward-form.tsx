import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { goHome } from "#shared/route.ts";
import { carryOutCaseStep } from "#work/act.ts";
import { fetchForwardTargetBranches, type ForwardTargetBranch } from "#work/forwards.ts";
import { TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";

/**
 * Form that forwards a case to a branch: the crew's own, or another one that the driver works for. Only the dispatcher
 * sees which crew gets it.
 */
export function ForwardForm({ shown, tour_id }: CaseActionFormProps) {
  const t = useTranslations("passing_on");
  const [reason, setReason] = useCaseDraftField(shown, "forward");
  const [kept, setTarget] = useCaseDraftField(shown, "forward_to");
  const { branches, hasFailed } = useForwardBranches();
  const chosen = branches?.find(({ id }) => id === kept) ?? branches?.find(({ id }) => id === shown.branch_id);
  const target = chosen ?? (branches?.length === 1 ? branches[0] : undefined);
  const forward = async () => {
    if (target === undefined) return;
    const payload = { to_branch_id: target.id };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "FORWARD", reason: reason.trim(), payload });
    goHome();
  };
  const missing = target === undefined ? t("to_whom") : reason.trim() === "" ? t("reason") : undefined;
  return (
    <CaseActionFormScreen title={t("forward")} button={t("forward")} missing={missing} onSave={forward}>
      <p className="hint">{t("forward_hint")}</p>
      {branches === undefined && !hasFailed && <p role="status">{t("looking_branches")}</p>}
      {(hasFailed || branches?.length === 0) && (
        <p className="fault" role="alert">
          {t("branches_failed")}
        </p>
      )}
      {branches !== undefined && branches.length > 0 && (
        <BranchList branches={branches} chosen={target?.id} own={shown.branch_id} onChoose={setTarget} />
      )}
      <TextField label={t("reason")} value={reason} onChange={setReason} />
    </CaseActionFormScreen>
  );
}

function useForwardBranches() {
  const [branches, setBranches] = useState<readonly ForwardTargetBranch[]>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    fetchForwardTargetBranches().then(setBranches, () => setFailed(true));
  }, []);
  return { branches, hasFailed };
}

interface BranchListProps {
  readonly branches: readonly ForwardTargetBranch[];
  readonly chosen: string | undefined;
  /** Branch that the case belongs to now. */
  readonly own: string | null;
  readonly onChoose: (id: string) => void;
}

function BranchList({ branches, chosen, own, onChoose }: BranchListProps) {
  const t = useTranslations("passing_on");
  return (
    <fieldset className="choice">
      <legend>{t("to_whom")}</legend>
      {branches.map(({ id, name }) => (
        <label key={id} className="option wide">
          <input type="radio" name="branch" checked={id === chosen} onChange={() => onChoose(id)} />
          <span>
            {name}
            {id === own && <small>{t("own_branch")}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
