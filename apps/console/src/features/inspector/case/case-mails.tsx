import type { Case } from "@leitstand/contract/cases/case";
import { Button } from "@mantine/core";
import { IconMail, IconMailCheck, IconMailX } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useHasGrant } from "#shared/api/me.ts";
import { exportTexts } from "#shared/exports/export-texts.ts";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import { HandoverMailDialogLoader, hasRecordedHandover } from "../actions/handover-mail.tsx";
import common from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";
import styles from "./case-mails.module.css";

type CaseMail = NonNullable<Case["handover_mails"]>[number];

/** Mails about the handovers of a case, and the result of each; a failed one can be sent again. */
export function CaseMails({ dispatchCase }: { dispatchCase: Case }) {
  return (
    dispatchCase.handover_mails !== undefined &&
    dispatchCase.handover_mails.length > 0 && (
      <Suspense fallback={null}>
        <LazyMailSection dispatchCase={dispatchCase} mails={dispatchCase.handover_mails} />
      </Suspense>
    )
  );
}

const LazyMailSection = withLazyTexts(MailSection, exportTexts);

function MailSection({ dispatchCase, mails }: { dispatchCase: Case; mails: readonly CaseMail[] }) {
  const t = useTranslations("exports");
  const may = useHasGrant();
  const [recipient, setRecipient] = useState<string>();
  const maySend = hasRecordedHandover(dispatchCase) && may("sendCargoHandoverConfirmation");
  return (
    <InspectorSection name="mails" title={t("mails")} count={mails.length}>
      <ul className={common["list"]}>
        {mails.map((mail) => (
          <MailLine
            key={mail.id}
            mail={mail}
            onSend={maySend && canBeSentAgain(mail, mails) ? () => setRecipient(mail.recipient) : undefined}
          />
        ))}
      </ul>
      {recipient !== undefined && (
        <HandoverMailDialogLoader
          dispatchCase={dispatchCase}
          recipient={recipient}
          onClose={() => setRecipient(undefined)}
        />
      )}
    </InspectorSection>
  );
}

/**
 * Whether a confirmation may be sent again: it failed for another reason than its handover, and none to the same
 * address followed it.
 */
const canBeSentAgain = (mail: CaseMail, newestFirst: readonly CaseMail[]) =>
  mail.state === "FAILED" &&
  mail.reason !== "HANDOVER_UNDONE" &&
  newestFirst.find(({ kind, recipient }) => kind === "CONFIRMATION" && recipient === mail.recipient) === mail;

const mailStatusIcons = { PENDING: IconMail, SENT: IconMailCheck, FAILED: IconMailX };

function MailLine({ mail, onSend }: { mail: CaseMail; onSend: (() => void) | undefined }) {
  const t = useTranslations("exports");
  const locale = useLocale();
  const now = useNow();
  const { kind, recipient, state, reason, at } = mail;
  const Icon = mailStatusIcons[state];
  const time = formatClockOrDay(at, now, locale);
  return (
    <li className={styles["mail"]} data-state={state}>
      <Icon size={15} stroke={1.8} aria-hidden />
      <div>
        <span className={styles["recipient"]}>{recipient}</span>
        <span className={common["meta"]}>
          {kind === "CORRECTION" && `${t("correction")} · `}
          {t(`mail_state.${state}`, { time })}
        </span>
        {reason !== null && <span className={common["meta"]}>{t(`mail_failure.${reason}`)}</span>}
      </div>
      {onSend && (
        <Button variant="default" size="compact-xs" onClick={onSend}>
          {t("mail_again")}
        </Button>
      )}
    </li>
  );
}
