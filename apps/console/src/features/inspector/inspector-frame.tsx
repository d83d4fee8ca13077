import { IconButton } from "@leitstand/ui/icon-button";
import { FaultPanel, DelayedContent, RefreshingBar } from "@leitstand/ui/states";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiProblem } from "#shared/api/api.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useFaultText } from "#shared/api/faults.ts";
import styles from "./inspector-frame.module.css";
import { InspectorMenu } from "./actions/link-menu.tsx";

interface FrameProps {
  /** Number of the case or tour, as people say it on the phone. */
  readonly natural_id: string | undefined;
  readonly menu?: ReactNode;
  readonly isRefreshing?: boolean;
  readonly onView: ChangeBoardView;
  readonly children: ReactNode;
}

interface InspectedThingProps<T> {
  readonly query: UseQueryResult<T>;
  readonly onView: ChangeBoardView;
  /** Menu entries of the inspected thing, before those that all things have. */
  readonly menuOf?: (thing: T) => ReactNode;
  readonly children: (thing: T) => ReactNode;
}

/** Shows an inspected thing that has a number, as far as it is loaded. */
export const InspectedObjectView = <T extends { natural_id: string }>({
  query,
  onView,
  menuOf,
  children,
}: InspectedThingProps<T>) => (
  <InspectorFrame
    natural_id={query.data?.natural_id}
    menu={query.data && <InspectorMenu>{menuOf?.(query.data)}</InspectorMenu>}
    isRefreshing={query.isFetching && !query.isPending}
    onView={onView}
  >
    <InspectorLoadStates query={query}>{children}</InspectorLoadStates>
  </InspectorFrame>
);

/** Frame of the inspector: number, menu and close button stay, the content below scrolls. */
export function InspectorFrame({ natural_id, menu, isRefreshing = false, onView, children }: FrameProps) {
  const t = useTranslations("inspector");
  const close = () => onView({ case: undefined, tour: undefined, vehicle: undefined });
  return (
    <div className={styles["frame"]}>
      <header className={styles["head"]}>
        {natural_id === undefined ? (
          <span className={styles["number"]} />
        ) : (
          <CopyNumberButton natural_id={natural_id} />
        )}
        {menu}
        <IconButton label={t("close")} onClick={close}>
          <IconX size={18} stroke={1.8} />
        </IconButton>
        <RefreshingBar active={isRefreshing} />
      </header>
      <div className={styles["body"]}>{children}</div>
    </div>
  );
}

const COPIED_SHOWN_MS = 1_500;
function CopyNumberButton({ natural_id }: { natural_id: string }) {
  const t = useTranslations("inspector");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // A page without https has no clipboard: there the number is selected by hand.
  if (navigator.clipboard === undefined) return <span className={styles["number"]}>{natural_id}</span>;
  const copy = () => void navigator.clipboard.writeText(natural_id).then(() => setCopied(true));
  return (
    <button type="button" className={styles["number"]} onClick={copy} aria-label={t("copy", { id: natural_id })}>
      {natural_id}
      {isCopied ? <IconCheck size={13} /> : <IconCopy size={13} className={styles["copy"]} />}
      <span role="status" className="visually-hidden">
        {isCopied && t("copied")}
      </span>
    </button>
  );
}

/** The four states of an inspected thing; a deleted one and a forbidden one look the same. */
export function InspectorLoadStates<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  const t = useTranslations("inspector");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  if (query.data !== undefined && !isDeletedOrForbidden(query.error)) return <>{children(query.data)}</>;
  if (query.isPending) return <BodySkeleton />;
  if (isDeletedOrForbidden(query.error))
    return (
      <div className={styles["gone"]} role="status">
        <strong>{t("gone")}</strong>
        <p>{t("gone_hint")}</p>
      </div>
    );
  const texts = { ...textOf(query.error), retry: f("retry"), copy: f("copy") };
  return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
}

const isDeletedOrForbidden = (error: unknown) => isApiProblem(error) && (error.status === 404 || error.status === 403);

/** Skeleton in the geometry of the content: title, chips, four facts, suggestions. */
function BodySkeleton() {
  const t = useTranslations("inspector");
  const bar = (key: number, width: string, height: number) => (
    <div key={key} className="ui-skeleton" style={{ width, height }} />
  );
  return (
    <DelayedContent>
      <div role="status" aria-label={t("loading")} className={styles["skeleton"]}>
        {bar(0, "62%", 20)}
        {bar(1, "44%", 20)}
        {[2, 3, 4, 5].map((key) => (
          <div key={key} className={styles["skeleton-fact"]}>
            {bar(0, "100%", 14)}
            {bar(1, `${80 - key * 8}%`, 14)}
          </div>
        ))}
        {[6, 7, 8].map((key) => bar(key, "100%", 30))}
      </div>
    </DelayedContent>
  );
}

export const InspectorSkeleton = () => (
  <div className={styles["frame"]}>
    <header className={styles["head"]} />
    <div className={styles["body"]}>
      <BodySkeleton />
    </div>
  </div>
);
