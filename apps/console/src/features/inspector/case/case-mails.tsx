import type { Case } from "@leitstand/contract/cases/case";
import { Button } from "@mantine/core";
import { IconMail, IconMailCheck, IconMailX } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useGrants } from "#shared/api/me.ts";
import { exportTexts } from "#shared/exports/export-texts.ts";
import { laterTexts } from "#shared/text/later-texts.tsx";
import { useNow } from "#shared/text/now.ts";
import { clock, dayAndClock, dayOf } from "#shared/text/time.ts";
import { HandoverMail, hasHandover } from "../actions/handover-mail.tsx";
import common from "../inspector.module.css";
import { Section } from "../section.tsx";
import styles from "./case-mails.module.css";

type Mail = NonNullable<Case["handover_mails"]>[number];

/** Mails about the handovers of a case, and the result of each; a failed one can be sent again. */
export function CaseMails({ dispatchCase }: { dispatchCase: Case }) {
  return (
    dispatchCase.handover_mails !== undefined &&
    dispatchCase.handover_mails.length > 0 && (
      <Suspense fallback={null}>
        <Mails dispatchCase={dispatchCase} mails={dispatchCase.handover_mails} />
      </Suspense>
    )
  );
}

const Mails = laterTexts(MailSection, exportTexts);

function MailSection({ dispatchCase, mails }: { dispatchCase: Case; mails: readonly Mail[] }) {
  const t = useTranslations("exports");
  const may = useGrants();
  const [recipient, setRecipient] = useState<string>();
  const maySend = hasHandover(dispatchCase) && may("sendCargoHandoverConfirmation");
  return (
    <Section name="mails" title={t("mails")} count={mails.length}>
      <ul className={common["list"]}>
        {mails.map((mail) => (
          <MailLine
            key={mail.id}
            mail={mail}
            onSend={maySend && isToBeSent(mail, mails) ? () => setRecipient(mail.recipient) : undefined}
          />
        ))}
      </ul>
      {recipient !== undefined && (
        <HandoverMail dispatchCase={dispatchCase} recipient={recipient} onClose={() => setRecipient(undefined)} />
      )}
    </Section>
  );
}

/**
 * Whether a confirmation may be sent again: it failed for another reason than its handover, and none to the same
 * address followed it.
 */
const isToBeSent = (mail: Mail, newestFirst: readonly Mail[]) =>
  mail.state === "FAILED" &&
  mail.reason !== "HANDOVER_UNDONE" &&
  newestFirst.find(({ kind, recipient }) => kind === "CONFIRMATION" && recipient === mail.recipient) === mail;

const icons = { PENDING: IconMail, SENT: IconMailCheck, FAILED: IconMailX };

function MailLine({ mail, onSend }: { mail: Mail; onSend: (() => void) | undefined }) {
  const t = useTranslations("exports");
  const locale = useLocale();
  const now = useNow();
  const { kind, recipient, state, reason, at } = mail;
  const Icon = icons[state];
  const time = dayOf(Date.parse(at)) === dayOf(now) ? clock(at, locale) : dayAndClock(at, locale);
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
