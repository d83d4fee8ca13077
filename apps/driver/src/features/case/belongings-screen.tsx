import { useTranslations } from "use-intl";
import { goBack } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { changeDraft, type CaseDraft } from "#work/drafts.ts";
import { type BelongingState, belongingsAtLoading, belongingItems } from "./belongings.ts";
import { BelongingsForm } from "./belongings-form.tsx";
import type { CaseActionFormProps } from "./forms/form-props.ts";
import { useOnSiteRecord } from "./use-on-site.ts";

/** Screen of the five belongings: recorded before loading, and compared before the handover. */
export function BelongingsScreen(props: CaseActionFormProps) {
  const { shown, link } = props;
  const { draft } = useOnSiteRecord(shown.id);
  if (link.state !== "LOADED") return <BelongingsForm {...props} phase="loaded" before={undefined} />;
  const before = belongingsAtLoading(shown, draft.loaded);
  const isUntouched = draft.delivered === undefined || draft.delivered.is_confirmed === true;
  return before !== undefined && isUntouched ? (
    <BelongingsComparison {...props} before={before} />
  ) : (
    <BelongingsForm {...props} phase="delivered" before={before} />
  );
}

type BelongingsBefore = NonNullable<ReturnType<typeof belongingsAtLoading>>;

function BelongingsComparison({ shown, before }: CaseActionFormProps & { before: BelongingsBefore }) {
  const t = useTranslations("belongings");
  const wordOf = (state: BelongingState) => t(`states.${state}`);
  const answer = (delivered: NonNullable<CaseDraft["delivered"]>) => changeDraft(shown.id, { delivered });
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={
        <PrimaryButton onClick={() => answer({ ...before, is_confirmed: true }).then(goBack)}>
          {t("still_right")}
        </PrimaryButton>
      }
      actions={
        <TextActionButton onClick={() => answer({ ...before, is_confirmed: false })}>
          {t("something_differs")}
        </TextActionButton>
      }
    >
      <div>
        <h2>{shown.display_name}</h2>
        <p className="hint">{t("compare")}</p>
      </div>
      <dl className="card facts">
        {belongingItems.map((item) => (
          <NameAndValue key={item} name={t(`items.${item}`)} value={wordOf(before[item])} />
        ))}
        {before.location !== undefined && <NameAndValue name={t("location")} value={before.location} />}
        {before.description !== undefined && <NameAndValue name={t("description")} value={before.description} />}
      </dl>
    </ScreenLayout>
  );
}

const NameAndValue = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
