import { EmptyState, FaultPanel, RefreshingBar, Skeleton } from "@leitstand/ui/states";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useBoard } from "#live/use-entities.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { MessageCard } from "./message-card.tsx";
import { groupSentCopies, type CriticalMessage } from "./message-lists.ts";
import styles from "./messages.module.css";
import { sentMessagesQuery } from "./messages.queries.ts";
import { branchesQuery } from "#shared/api/queries.ts";

/** Messages that the user has sent, each with its readers. */
export function SentMessageList({ onView }: { onView: ChangeBoardView }) {
  const t = useTranslations("messages");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const recipientOf = useRecipientName();
  const query = useQuery(sentMessagesQuery);
  if (query.data === undefined) {
    if (query.isPending) return <Skeleton rows={4} height={76} label={t("loading")} />;
    const texts = { ...textOf(query.error), retry: f("retry"), copy: f("copy") };
    return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
  }
  const sent = groupSentCopies(query.data);
  if (sent.length === 0) return <EmptyState>{t("none_sent")}</EmptyState>;
  return (
    <>
      <RefreshingBar active={query.isFetching} />
      <h3 className="visually-hidden">{t("sent_list")}</h3>
      <ul className={styles["list"]}>
        {sent.map(({ message, copies, read }) => (
          <li key={message.id}>
            <MessageCard
              message={message}
              to={recipientOf(message)}
              reading={copies.length > 1 ? t("read_of", { read: read.length, count: copies.length }) : undefined}
              onView={onView}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function useRecipientName() {
  const t = useTranslations("messages");
  const may = useHasGrant();
  const board = useBoard();
  const { data: branches } = useQuery({ ...branchesQuery, enabled: may("getBranches") });
  return ({ branch_id, tour_id }: CriticalMessage) => {
    if (tour_id !== null) {
      const tour = board?.tours.get(tour_id);
      return tour?.name ?? tour?.natural_id ?? t("to_tour");
    }
    const branch = branches?.find(({ id }) => id === branch_id);
    return branch?.name ?? t(branch_id === null ? "to_device" : "to_branch");
  };
}
