import type { Case } from "@leitstand/contract/cases/case";
import { FaultPanel, Skeleton } from "@leitstand/ui/states";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { api, queryClient } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useDraftText } from "#shared/editing/drafts.ts";
import { useFaultDisplay } from "#shared/screen/use-fault-display.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { withoutSentText } from "#shared/text/without-sent-text.ts";
import styles from "./case-comments.module.css";
import common from "../inspector.module.css";
import { caseCommentsQuery } from "../inspector.queries.ts";
import { InspectorSection } from "../section.tsx";

/** Comments on a case; new ones appear by themselves. */
export function CaseComments({ dispatchCase: { id, natural_id } }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const query = useQuery({ ...caseCommentsQuery(id), enabled: may("getCaseComments") });
  if (!may("getCaseComments")) return null;
  const count = query.data?.meta.total_elements;
  return (
    <InspectorSection name="comments" title={t("comments")} count={count === 0 ? undefined : count}>
      <CommentList query={query} />
      {may("createCaseComment") && <CommentForm id={id} natural_id={natural_id} />}
    </InspectorSection>
  );
}

function CommentList({
  query,
}: {
  query: ReturnType<typeof useQuery<Awaited<ReturnType<typeof api.getCaseComments>>>>;
}) {
  const t = useTranslations("inspector");
  const f = useTranslations("faults");
  const locale = useLocale();
  const textOf = useFaultText();
  if (query.data === undefined) {
    if (query.isPending) return <Skeleton rows={2} height={34} label={t("loading")} />;
    const texts = { ...textOf(query.error), retry: f("retry"), copy: f("copy") };
    return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
  }
  const { comments } = query.data;
  if (comments.length === 0) return <p className={common["meta"]}>{t("no_comments")}</p>;
  return (
    <ol className={styles["comments"]}>
      {comments.map(({ id, text, author_name, created_at }) => (
        <li key={id}>
          <p>{text}</p>
          <span className={common["meta"]}>
            {author_name} · <time dateTime={created_at}>{formatDayAndClock(created_at, locale)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}

function CommentForm({ id, natural_id }: Pick<Case, "id" | "natural_id">) {
  const t = useTranslations("inspector");
  const textOf = useFaultText();
  const [text, setText] = useDraftText("comment", id);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const showFault = useFaultDisplay();
  const send = async () => {
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await api.createCaseComment({ id, text: text.trim() });
      setText((now) => withoutSentText(now, text));
      await queryClient.invalidateQueries({ queryKey: caseCommentsQuery(id).queryKey });
    } catch (error) {
      showFault(textOf(error).message, { name: natural_id, beside: setFault });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles["comment-form"]} onSubmit={submit}>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={4000}
        aria-label={t("comment")}
        placeholder={t("comment_placeholder")}
        value={text}
        error={fault}
        onChange={({ currentTarget: { value } }) => setText(() => value)}
        onKeyDown={press}
      />
      {text.trim() !== "" && (
        <Button type="submit" size="compact-sm" loading={isBusy}>
          {t("send")}
        </Button>
      )}
    </form>
  );
}
