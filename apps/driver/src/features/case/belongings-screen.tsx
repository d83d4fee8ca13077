import { useTranslations } from "use-intl";
import { goBack } from "#shared/route.ts";
import { Primary, Screen, TextAction } from "#shared/screen.tsx";
import { changeDraft, type CaseDraft } from "#work/drafts.ts";
import { type BelongingState, belongingsBefore, items } from "./belongings.ts";
import { BelongingsForm } from "./belongings-form.tsx";
import type { FormProps } from "./forms/form-props.ts";
import { useOnSite } from "./use-on-site.ts";

/** Screen of the five belongings: recorded before loading, and compared before the handover. */
export function BelongingsScreen(props: FormProps) {
  const { shown, link } = props;
  const { draft } = useOnSite(shown.id);
  if (link.state !== "LOADED") return <BelongingsForm {...props} phase="loaded" before={undefined} />;
  const before = belongingsBefore(shown, draft.loaded);
  const isUntouched = draft.delivered === undefined || draft.delivered.is_confirmed === true;
  return before !== undefined && isUntouched ? (
    <Comparison {...props} before={before} />
  ) : (
    <BelongingsForm {...props} phase="delivered" before={before} />
  );
}

type Before = NonNullable<ReturnType<typeof belongingsBefore>>;

function Comparison({ shown, before }: FormProps & { before: Before }) {
  const t = useTranslations("belongings");
  const wordOf = (state: BelongingState) => t(`states.${state}`);
  const answer = (delivered: NonNullable<CaseDraft["delivered"]>) => changeDraft(shown.id, { delivered });
  return (
    <Screen
      title={t("title")}
      hasBack
      primary={
        <Primary onClick={() => answer({ ...before, is_confirmed: true }).then(goBack)}>{t("still_right")}</Primary>
      }
      actions={
        <TextAction onClick={() => void answer({ ...before, is_confirmed: false })}>
          {t("something_differs")}
        </TextAction>
      }
    >
      <div>
        <h2>{shown.display_name}</h2>
        <p className="hint">{t("compare")}</p>
      </div>
      <dl className="card facts">
        {items.map((item) => (
          <Fact key={item} name={t(`items.${item}`)} value={wordOf(before[item])} />
        ))}
        {before.location !== undefined && <Fact name={t("location")} value={before.location} />}
        {before.description !== undefined && <Fact name={t("description")} value={before.description} />}
      </dl>
    </Screen>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
