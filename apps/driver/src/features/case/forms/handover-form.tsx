import { IconCheck, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ChoiceChips } from "#shared/chips.tsx";
import { ConfirmSlider } from "#shared/confirm-slider.tsx";
import { goTo, goHome } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout } from "#shared/screen.tsx";
import { carryOutCaseStep } from "#work/act.ts";
import { joinWithDots, placeName } from "#shared/address.ts";
import { sourceAndTargetOf } from "../places.ts";
import { belongingItems } from "../belongings.ts";
import { isPersonTransport } from "../next-step.ts";
import { handoverBelongingsPayload } from "../on-site.ts";
import { useOnSiteRecord } from "../use-on-site.ts";
import { TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { isSignature } from "./signature.ts";
import { SignaturePad } from "./signature-pad.tsx";

const signatureStates = ["SIGNED", "DECLINED", "UNABLE"] as const;
type SignatureState = (typeof signatureStates)[number];
const parseSignatureState = (kept: string): SignatureState =>
  signatureStates.find((state) => state === kept) ?? "SIGNED";

/** Form of a handover: who takes over, and their signature or the reason for its absence. */
export function HandoverForm(props: CaseActionFormProps) {
  const { shown } = props;
  const t = useTranslations("handover");
  const [name, setName] = useCaseDraftField(shown, "received_by");
  const [signature, setSignature] = useCaseDraftField(shown, "signature");
  const [refusal, setRefusal] = useCaseDraftField(shown, "unsigned");
  const [kept, setKept] = useCaseDraftField(shown, "signature_state");
  const [wasTried, setTried] = useState(false);
  const state = parseSignatureState(kept);
  const proof = state === "SIGNED" ? (isSignature(signature) ? signature : "") : refusal.trim();
  const lacks = state === "SIGNED" ? t("signature") : t("why_unsigned");
  const missing = name.trim() === "" ? t("received_by") : proof === "" ? lacks : undefined;
  const target = sourceAndTargetOf(shown).target;
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={
        missing === undefined ? (
          <DeliverButton {...props} name={name.trim()} state={state} proof={proof} />
        ) : (
          <PrimaryButton onClick={() => setTried(true)}>{missing}</PrimaryButton>
        )
      }
    >
      <div>
        <h2>{shown.display_name}</h2>
        {target !== undefined && <p className="hint">{placeName(target)}</p>}
      </div>
      {isPersonTransport(shown) && <CheckedBelongings {...props} />}
      <TextField label={t("received_by")} value={name} onChange={setName} />
      <ChoiceChips
        label={t("how")}
        isLabelHidden
        options={signatureStates}
        wordOf={(option) => t(`states.${option}`)}
        value={state}
        onChange={setKept}
      />
      {state === "SIGNED" ? (
        <SignaturePad path={signature} name={name.trim()} onChange={setSignature} />
      ) : (
        <TextField label={t("why_unsigned")} value={refusal} onChange={setRefusal} />
      )}
      {wasTried && missing !== undefined && (
        <p className="fault" role="alert">
          {t("missing", { what: missing })}
        </p>
      )}
    </ScreenLayout>
  );
}

interface DeliverProps extends CaseActionFormProps {
  readonly name: string;
  readonly state: SignatureState;
  /** The signature, or the reason for its absence. */
  readonly proof: string;
}

function DeliverButton({ shown, tour_id, name, state, proof }: DeliverProps) {
  const t = useTranslations("case.actions");
  const { draft } = useOnSiteRecord(shown.id);
  const deliver = async () => {
    const payload = {
      received_by: name,
      signature_state: state,
      ...(state === "SIGNED" ? { signature: proof } : { refusal_reason: proof }),
      ...(isPersonTransport(shown) && handoverBelongingsPayload(shown, draft)),
    };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "DELIVER", payload });
    goHome();
  };
  return <ConfirmSlider onConfirm={deliver}>{t("DELIVER")}</ConfirmSlider>;
}

function CheckedBelongings({ shown }: CaseActionFormProps) {
  const t = useTranslations("handover");
  const ofBelongings = useTranslations("belongings");
  const { delivered } = useOnSiteRecord(shown.id).draft;
  const seen = belongingItems.flatMap((item) => {
    const state = delivered?.[item] ?? "UNKNOWN";
    return state === "UNKNOWN"
      ? []
      : `${ofBelongings(`items.${item}`)} ${ofBelongings(`states.${state}`).toLowerCase()}`;
  });
  const more = joinWithDots([seen.join(", "), delivered?.note?.trim()]);
  return (
    <button type="button" className="card line" onClick={() => goTo({ is: "belongings", id: shown.id })}>
      <IconCheck size={26} aria-hidden />
      <span>
        {t("belongings_checked")}
        {more !== "" && <small>{more}</small>}
      </span>
      <IconChevronRight aria-hidden />
    </button>
  );
}
