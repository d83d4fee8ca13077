import type { Session } from "@leitstand/contract/people/sessions";
import { EmptyState, FaultPanel, InlineFault, RefreshingBar, Skeleton, TagLabel } from "@leitstand/ui/states";
import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { describeDevice } from "./device-description.ts";
import { sessionsQuery, useEndSession } from "./sessions.queries.ts";
import styles from "./sessions-dialog.module.css";

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("session");
  const textOf = useFaultText();
  useReturnFocus();
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const ending = useEndSession({ onEnded: (isOne) => showToast(t(isOne ? "ended_one" : "ended_others")) });
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={false} size={560} padding={0}>
      <Modal.Overlay blur={0} backgroundOpacity={0.3} />
      <Modal.Content radius={8}>
        <div className={styles["title"]}>
          <Modal.Title fz={16} fw={600}>
            {t("sessions")}
          </Modal.Title>
          <Modal.CloseButton aria-label={t("close")} />
        </div>
        <p className={styles["hint"]}>{t("sessions_hint")}</p>
        <RefreshingBar active={isFetching && sessions !== undefined} />
        {!sessions && !error && <Skeleton rows={3} height={56} label={t("loading")} />}
        {!sessions && error && (
          <FaultPanel texts={{ ...textOf(error), retry: t("retry"), copy: t("copy") }} onRetry={() => void refetch()} />
        )}
        {sessions && (
          <ul className={styles["list"]} aria-label={t("sessions")}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={ending.isPending && ending.variables?.id === session.id}
                onEnd={() => ending.mutate(session)}
              />
            ))}
          </ul>
        )}
        <InlineFault>{ending.error ? textOf(ending.error).message : undefined}</InlineFault>
        {sessions && (
          <div className={styles["foot"]}>
            {others.length === 0 ? (
              <EmptyState>{t("nowhere_else")}</EmptyState>
            ) : (
              <Button
                variant="default"
                loading={ending.isPending && ending.variables === undefined}
                onClick={() => ending.mutate(undefined)}
              >
                {t("end_others", { count: others.length })}
              </Button>
            )}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const t = useTranslations("session");
  const locale = useLocale();
  const { current, created_at, last_used_at, address_prefix, methods } = session;
  const { browser, system } = describeDevice(session.user_agent ?? "");
  const device =
    browser !== undefined && system !== undefined
      ? t("browser_on", { browser, system })
      : (browser ?? system ?? t("unknown_device"));
  const since = formatDayAndClock(created_at, locale);
  return (
    <li className={styles["row"]}>
      <div>
        <strong title={session.user_agent ?? undefined}>{device}</strong>{" "}
        {current && <TagLabel>{t("this_session")}</TagLabel>}
        <p>
          {t("signed_in", { time: since, method: methods.map((method) => t(`method.${method}`)).join(" + ") || "–" })}
        </p>
        <p>
          {current ? t("in_use") : t("last_used", { time: formatDayAndClock(last_used_at, locale) })}
          {address_prefix !== null && ` · ${t("network", { address: address_prefix })}`}
        </p>
      </div>
      {!current && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isEnding}
          aria-label={t("end_named", { device, time: since })}
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
