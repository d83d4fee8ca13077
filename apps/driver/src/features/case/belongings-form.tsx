import type { Case } from "@leitstand/contract/cases/case";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { ChoiceChips } from "#shared/chips.tsx";
import { focusField } from "#shared/focus-on.ts";
import { CameraFault, CameraTile, openCamera, useTakePhoto } from "#shared/photo.tsx";
import { goTo, goBack } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import type { TapHandler } from "#shared/tap-button.tsx";
import { type BelongingsDraft, changeDraft } from "#work/drafts.ts";
import {
  type BelongingItem,
  type BelongingState,
  type belongingsAtLoading,
  haveBelongingsChanged,
  hasBelongingInState,
  belongingItems,
  findMissingBelongingsInfo,
  belongingStates,
} from "./belongings.ts";
import { TextField } from "./forms/form-parts.tsx";
import type { CaseActionFormProps } from "./forms/form-props.ts";
import { hasAcceptablePhotoOfSubject, type OnSiteRecord, missingPhotosReasonPayload } from "./on-site.ts";
import { useOnSiteRecord } from "./use-on-site.ts";

interface BelongingsFormProps extends CaseActionFormProps {
  readonly phase: "loaded" | "delivered";
  readonly before: ReturnType<typeof belongingsAtLoading>;
}

const belongingElementId = (name: string) => `belongings-${name}`;

export function BelongingsForm({ shown, tour_id, phase, before }: BelongingsFormProps) {
  const t = useTranslations("belongings");
  const onSite = useOnSiteRecord(shown.id);
  const draft = onSite.draft[phase] ?? {};
  const { photos_missing_reason: excuse } = missingPhotosReasonPayload(onSite, ["belongings"]);
  const isPhotographed = hasAcceptablePhotoOfSubject(onSite, "belongings") || excuse !== undefined;
  const missing = findMissingBelongingsInfo({ draft, before, hasPhoto: isPhotographed });
  const save = (next: BelongingsDraft) => changeDraft(shown.id, { [phase]: next });
  const change = (part: BelongingsDraft) => void save({ ...draft, ...part, is_confirmed: false });
  const confirm = () => save({ ...draft, is_confirmed: true }).then(goBack);
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={<ConfirmBelongings missing={missing} onConfirm={confirm} />}
      actions={
        missing?.is === "photo" && (
          <TextActionButton onClick={() => goTo({ is: "form", id: shown.id, form: "no_photo" })}>
            {t("no_photo")}
          </TextActionButton>
        )
      }
    >
      <div>
        <h2>{shown.display_name}</h2>
        <p className="hint">{t(phase)}</p>
      </div>
      {belongingItems.map((item) => (
        <BelongingRow
          key={item}
          item={item}
          before={before?.[item]}
          value={draft[item]}
          onChange={(state) => change({ [item]: state })}
        />
      ))}
      <BelongingTextFields draft={draft} before={before} onChange={change} />
      {phase === "loaded" && <BelongingPhotos shown={shown} tour_id={tour_id} onSite={onSite} />}
      {phase === "loaded" && hasBelongingInState(draft, "STAYS") && excuse !== undefined && (
        <p className="hint">{t("without_photo", { reason: excuse })}</p>
      )}
    </ScreenLayout>
  );
}

interface ConfirmProps<R> {
  readonly missing: ReturnType<typeof findMissingBelongingsInfo>;
  readonly onConfirm: TapHandler<R>;
}

function ConfirmBelongings<R>({ missing, onConfirm }: ConfirmProps<R>) {
  const t = useTranslations("belongings");
  switch (missing?.is) {
    case undefined:
      return <PrimaryButton onClick={onConfirm}>{t("confirm")}</PrimaryButton>;
    case "item":
      return (
        <PrimaryButton onClick={() => focusField(belongingElementId(missing.item))}>
          {t("still_open", { item: t(`items.${missing.item}`) })}
        </PrimaryButton>
      );
    case "photo":
      return <PrimaryButton onClick={() => openCamera(belongingElementId("camera"))}>{t("take_photo")}</PrimaryButton>;
    case "location":
    case "note":
      return (
        <PrimaryButton onClick={() => focusField(belongingElementId(missing.is))}>
          {t(`missing.${missing.is}`)}
        </PrimaryButton>
      );
  }
}

interface ItemRowProps {
  readonly item: BelongingItem;
  readonly before: BelongingState | undefined;
  readonly value: BelongingState | undefined;
  readonly onChange: (state: BelongingState) => void;
}

function BelongingRow({ item, before, value, onChange }: ItemRowProps) {
  const t = useTranslations("belongings");
  const id = useId();
  const wordOf = (state: BelongingState) => t(`states.${state}`);
  const name = t(`items.${item}`);
  return (
    <div className="belonging">
      <span className="name" id={id} aria-hidden>
        {name}
        {before !== undefined && before !== value && <small>{t("was", { state: wordOf(before) })}</small>}
      </span>
      <ChoiceChips
        id={belongingElementId(item)}
        label={name}
        isLabelHidden
        options={belongingStates}
        wordOf={wordOf}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

interface WordsProps {
  readonly draft: BelongingsDraft;
  readonly before: BelongingsFormProps["before"];
  readonly onChange: (part: BelongingsDraft) => void;
}

/** Text fields of the belongings: where relocated ones are, what they look like, and why an entry has changed. */
function BelongingTextFields({ draft, before, onChange }: WordsProps) {
  const t = useTranslations("belongings");
  const relocated = belongingItems.filter((item) => draft[item] === "RELOCATED").map((item) => t(`items.${item}`));
  return (
    <>
      {hasBelongingInState(draft, "RELOCATED") && (
        <div id={belongingElementId("location")}>
          <TextField
            label={t("given_to", { items: relocated.join(", ") })}
            value={draft.location ?? ""}
            onChange={(location) => onChange({ location })}
          />
        </div>
      )}
      <TextField
        label={t("description")}
        value={draft.description ?? ""}
        onChange={(description) => onChange({ description })}
        isLong
        maxLength={2_000}
      />
      {before !== undefined && haveBelongingsChanged(draft, before) && (
        <div id={belongingElementId("note")}>
          <TextField
            label={t("note")}
            value={draft.note ?? ""}
            onChange={(note) => onChange({ note })}
            maxLength={500}
          />
        </div>
      )}
    </>
  );
}

function BelongingPhotos({ shown, tour_id, onSite }: { shown: Case; tour_id: string; onSite: OnSiteRecord }) {
  const t = useTranslations("belongings");
  const { take, fault } = useTakePhoto({ case_id: shown.id, tour_id });
  const taken = onSite.photos.filter(({ subject }) => subject === "belongings");
  return (
    <>
      <div className="photos">
        {taken.map((photo) => (
          <CameraTile
            key={photo.id}
            id={belongingElementId(photo.id)}
            label={t("photo")}
            photo={photo}
            onTake={(file) => take(file, "belongings", photo)}
          />
        ))}
        <CameraTile
          id={belongingElementId("camera")}
          label={t("photo")}
          photo={undefined}
          onTake={(file) => take(file, "belongings")}
        />
      </div>
      <CameraFault fault={fault} />
      <p className="hint">{t("only_seen")}</p>
    </>
  );
}
