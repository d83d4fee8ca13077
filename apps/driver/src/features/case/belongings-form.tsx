import type { Case } from "@leitstand/contract/cases/case";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { Chips } from "#shared/chips.tsx";
import { focusOn } from "#shared/focus-on.ts";
import { CameraFault, CameraTile, openCamera, useCamera } from "#shared/photo.tsx";
import { go, goBack } from "#shared/route.ts";
import { Primary, Screen, TextAction } from "#shared/screen.tsx";
import { type BelongingsDraft, changeDraft } from "#work/drafts.ts";
import {
  type BelongingItem,
  type BelongingState,
  type belongingsBefore,
  differs,
  isAny,
  items,
  missingBelongings,
  states,
} from "./belongings.ts";
import { TextField } from "./forms/form-parts.tsx";
import type { FormProps } from "./forms/form-props.ts";
import { hasPhoto, type OnSite, reasonFor } from "./on-site.ts";
import { useOnSite } from "./use-on-site.ts";

interface BelongingsFormProps extends FormProps {
  readonly phase: "loaded" | "delivered";
  readonly before: ReturnType<typeof belongingsBefore>;
}

const idOf = (name: string) => `belongings-${name}`;

export function BelongingsForm({ shown, tour_id, phase, before }: BelongingsFormProps) {
  const t = useTranslations("belongings");
  const onSite = useOnSite(shown.id);
  const draft = onSite.draft[phase] ?? {};
  const { photos_missing_reason: excuse } = reasonFor(onSite, ["belongings"]);
  const isPhotographed = hasPhoto(onSite, "belongings") || excuse !== undefined;
  const missing = missingBelongings({ draft, before, hasPhoto: isPhotographed });
  const save = (next: BelongingsDraft) => changeDraft(shown.id, { [phase]: next });
  const change = (part: BelongingsDraft) => void save({ ...draft, ...part, is_confirmed: false });
  const confirm = () => save({ ...draft, is_confirmed: true }).then(goBack);
  return (
    <Screen
      title={t("title")}
      hasBack
      primary={<Confirm missing={missing} onConfirm={() => void confirm()} />}
      actions={
        missing?.is === "photo" && (
          <TextAction onClick={() => go({ is: "form", id: shown.id, form: "no_photo" })}>{t("no_photo")}</TextAction>
        )
      }
    >
      <div>
        <h2>{shown.display_name}</h2>
        <p className="hint">{t(phase)}</p>
      </div>
      {items.map((item) => (
        <ItemRow
          key={item}
          item={item}
          before={before?.[item]}
          value={draft[item]}
          onChange={(state) => change({ [item]: state })}
        />
      ))}
      <Words draft={draft} before={before} onChange={change} />
      {phase === "loaded" && <Photos shown={shown} tour_id={tour_id} onSite={onSite} />}
      {phase === "loaded" && isAny(draft, "STAYS") && excuse !== undefined && (
        <p className="hint">{t("without_photo", { reason: excuse })}</p>
      )}
    </Screen>
  );
}

function Confirm({ missing, onConfirm }: { missing: ReturnType<typeof missingBelongings>; onConfirm: () => void }) {
  const t = useTranslations("belongings");
  switch (missing?.is) {
    case undefined:
      return <Primary onClick={onConfirm}>{t("confirm")}</Primary>;
    case "item":
      return (
        <Primary onClick={() => focusOn(idOf(missing.item))}>
          {t("still_open", { item: t(`items.${missing.item}`) })}
        </Primary>
      );
    case "photo":
      return <Primary onClick={() => openCamera(idOf("camera"))}>{t("take_photo")}</Primary>;
    case "location":
    case "note":
      return <Primary onClick={() => focusOn(idOf(missing.is))}>{t(`missing.${missing.is}`)}</Primary>;
  }
}

interface ItemRowProps {
  readonly item: BelongingItem;
  readonly before: BelongingState | undefined;
  readonly value: BelongingState | undefined;
  readonly onChange: (state: BelongingState) => void;
}

function ItemRow({ item, before, value, onChange }: ItemRowProps) {
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
      <Chips
        id={idOf(item)}
        label={name}
        isLabelHidden
        options={states}
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

/** Text fields: where relocated things are, what they look like, and why something has changed. */
function Words({ draft, before, onChange }: WordsProps) {
  const t = useTranslations("belongings");
  const relocated = items.filter((item) => draft[item] === "RELOCATED").map((item) => t(`items.${item}`));
  return (
    <>
      {isAny(draft, "RELOCATED") && (
        <div id={idOf("location")}>
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
      {before !== undefined && differs(draft, before) && (
        <div id={idOf("note")}>
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

function Photos({ shown, tour_id, onSite }: { shown: Case; tour_id: string; onSite: OnSite }) {
  const t = useTranslations("belongings");
  const { take, fault } = useCamera({ case_id: shown.id, tour_id });
  const taken = onSite.photos.filter(({ subject }) => subject === "belongings");
  return (
    <>
      <div className="photos">
        {taken.map((photo) => (
          <CameraTile
            key={photo.id}
            id={idOf(photo.id)}
            label={t("photo")}
            photo={photo}
            onTake={(file) => take(file, "belongings", photo)}
          />
        ))}
        <CameraTile
          id={idOf("camera")}
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
