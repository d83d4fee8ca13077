import type { Case } from "@leitstand/contract/cases/case";
import { useStore } from "@leitstand/app/store";
import { IconAlertTriangle, IconQrcode } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { CallDispatcherButton, CallDispatcherAction } from "#shared/call-dispatcher.tsx";
import { CameraInput } from "#shared/photo.tsx";
import { goBack } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { useDayFormat } from "#shared/time/use-day.ts";
import { changeDraft, draftStore } from "#work/drafts.ts";
import { TextField } from "./forms/form-parts.tsx";
import { canScanCodes, scanCodeInPhoto } from "./scan-code.ts";

/** Screen for checking the identity: the name is read aloud and compared; when it differs, nothing is loaded. */
export function IdentityScreen({ shown }: { shown: Case }) {
  const t = useTranslations("identity");
  const [differs, setDiffers] = useState(false);
  const answer = async (identity: boolean) => {
    await changeDraft(shown.id, { identity });
    if (identity) goBack();
    else setDiffers(true);
  };
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={
        differs ? <CallDispatcherButton /> : <PrimaryButton onClick={() => answer(true)}>{t("matches")}</PrimaryButton>
      }
      actions={
        differs ? (
          <TextActionButton onClick={() => answer(true)}>{t("matches")}</TextActionButton>
        ) : (
          <>
            <TextActionButton onClick={() => answer(false)}>{t("differs")}</TextActionButton>
            <CallDispatcherAction />
          </>
        )
      }
    >
      <div>
        <h2>{t("read_aloud")}</h2>
        <p className="hint">{t("compare_with")}</p>
      </div>
      <DeceasedPerson shown={shown} />
      {differs && (
        <p className="warning" role="alert">
          <IconAlertTriangle size={24} aria-hidden /> {t("differs_hint")}
        </p>
      )}
      <IdentityCode shown={shown} />
    </ScreenLayout>
  );
}

function DeceasedPerson({ shown }: { shown: Case }) {
  const t = useTranslations("identity");
  const day = useDayFormat();
  const deceased = shown.funeral_data?.cargo_deceased;
  const name = [deceased?.last_name, deceased?.first_name].filter(Boolean).join(", ");
  return (
    <dl className="card whole-name">
      <div>
        <dt>{t("name")}</dt>
        <dd className="big">{name === "" ? shown.display_name : name}</dd>
      </div>
      {deceased?.birthday && (
        <div>
          <dt>{t("born")}</dt>
          <dd>{day(deceased.birthday)}</dd>
        </div>
      )}
      {deceased?.date_of_death && (
        <div>
          <dt>{t("died")}</dt>
          <dd>{day(deceased.date_of_death)}</dd>
        </div>
      )}
      <div>
        <dt>{t("number")}</dt>
        <dd>{shown.natural_id}</dd>
      </div>
    </dl>
  );
}

/** Code on the foot tag or the papers, where there is one: scanned by phones that can, typed on all others. */
function IdentityCode({ shown }: { shown: Case }) {
  const t = useTranslations("identity");
  const code = useStore(draftStore)[shown.id]?.code ?? "";
  const [isUnreadable, setUnreadable] = useState(false);
  const change = (next: string) => void changeDraft(shown.id, { code: next });
  const scan = (file: File) => {
    const take = (found: string | undefined) => {
      setUnreadable(found === undefined);
      if (found !== undefined) change(found.slice(0, 255));
    };
    scanCodeInPhoto(file).then(take, () => setUnreadable(true));
  };
  return (
    <>
      {canScanCodes() && (
        <label className="card line">
          <IconQrcode size={28} aria-hidden />
          <span>{t("scan")}</span>
          <span className="aside">{t("if_there")}</span>
          <CameraInput id={`code-${shown.id}`} onTake={scan} />
        </label>
      )}
      <TextField label={t("code")} value={code} onChange={change} />
      {isUnreadable && (
        <p className="fault" role="alert">
          {t("unreadable")}
        </p>
      )}
    </>
  );
}
