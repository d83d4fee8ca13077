import {
  HANDOVER_DOWNLOADS_MAX,
  HANDOVER_LINK_DAYS,
  HANDOVER_RECIPIENTS_MAX,
  type HandoverConfirmationRequest,
  type HandoverMode,
  handoverModes,
} from "@leitstand/contract/board/emails";
import type { Case } from "@leitstand/contract/cases/case";
import { InlineFault } from "@leitstand/ui/states";
import { Button, Modal, Textarea } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import { api, queryClient } from "#shared/api/api.ts";
import { useSendsHandoverAttachments } from "#shared/api/me.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHeldFocus } from "#shared/screen/held-focus.ts";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { useFaultDisplay, useIsShown } from "#shared/screen/use-fault-display.ts";
import { useLanguage } from "#shared/text/i18n.tsx";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { exportTexts } from "./export-texts.ts";
import styles from "./exports.module.css";
import { LabelledChoice } from "./labelled-choice.tsx";

/** Dialog that mails the confirmation of a handover to people outside of the company. */
export const HandoverMailDialog = withLazyTexts(HandoverMailDialogContent, exportTexts);

interface DialogProps {
  readonly dispatchCase: Pick<Case, "id" | "natural_id">;
  /** Address that the field begins with. */
  readonly recipient?: string | undefined;
  readonly onClose: () => void;
}

type HandoverMailInput = Pick<HandoverConfirmationRequest, "recipients" | "mode" | "message" | "language">;

/** Sends the mail of a handover; the fault is undefined while there is none. */
function useSendHandoverMail({ dispatchCase: { id, natural_id }, onClose }: Omit<DialogProps, "recipient">) {
  const t = useTranslations("exports");
  const textOf = useFaultText();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string>();
  const isShown = useIsShown();
  const showFault = useFaultDisplay();
  /** Ends with the answer; the fields stay inert unless it is a refusal. */
  const send = async (mail: HandoverMailInput) => {
    setSending(true);
    setFault(undefined);
    try {
      await api.sendCargoHandoverConfirmation({ id, ...mail });
      showToast(t("mail_sent", { to: mail.recipients.join(", ") }));
      // The live stream has no events about mails.
      void queryClient.invalidateQueries({ queryKey: ["case", id], exact: true });
      // Where the dialog was left before, another one may be open.
      if (isShown()) onClose();
    } catch (error) {
      // At once, as the focus is about to go back to one of the fields.
      flushSync(() => setSending(false));
      showFault(textOf(error).message, { name: natural_id, beside: setFault });
    }
  };
  return { send, isSending, fault };
}

function HandoverMailDialogContent({ dispatchCase, recipient, onClose }: DialogProps) {
  const t = useTranslations("exports");
  useReturnFocus();
  const { send, isSending, fault } = useSendHandoverMail({ dispatchCase, onClose });
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t("mail_title", { id: dispatchCase.natural_id })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <MailForm recipient={recipient} isSending={isSending} onSend={send}>
        <InlineFault>{fault}</InlineFault>
        <div className={styles["choices"]}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("send")}
          </Button>
        </div>
      </MailForm>
    </Modal>
  );
}

interface MailFormProps {
  readonly recipient: string | undefined;
  readonly isSending: boolean;
  readonly onSend: (mail: HandoverMailInput) => Promise<void>;
  readonly children: ReactNode;
}

function MailForm({ recipient = "", isSending, onSend, children }: MailFormProps) {
  const t = useTranslations("exports");
  const [to, setTo] = useState(recipient);
  const [text, setText] = useState("");
  const [language, setLanguage] = useState<"de" | "en">(useLanguage());
  const [mode, setMode] = useState<HandoverMode>("LINK");
  const [isChecked, setChecked] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const focus = useHeldFocus(root);
  const recipients = splitMailRecipients(to);
  const fault = findRecipientsFault(recipients);
  const send = async () => {
    setChecked(true);
    if (fault !== undefined || isSending) return;
    const message = text.trim();
    focus.hold();
    await onSend({ recipients, mode, language, ...(message === "" ? {} : { message }) });
    focus.giveBack();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} className={styles["dialog"]} ref={root} aria-busy={isSending} noValidate>
      {/* Text typed while the mail is being sent would be lost once the dialog closes. */}
      <div className={styles["dialog"]} inert={isSending}>
        {useSendsHandoverAttachments() && (
          <LabelledChoice
            label={t("mode")}
            value={mode}
            onChange={setMode}
            data={handoverModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        )}
        <p>{t(`mail_hint.${mode}`, { days: HANDOVER_LINK_DAYS, downloads: HANDOVER_DOWNLOADS_MAX })}</p>
        <RecipientsField value={to} onChange={setTo} fault={isChecked ? fault : undefined} />
        <Textarea
          label={t("message")}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <LabelledChoice label={t("language")} value={language} onChange={setLanguage} data={LANGUAGE_OPTIONS} />
      </div>
      {children}
    </form>
  );
}

interface RecipientsProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly fault: ReturnType<typeof findRecipientsFault>;
}

function RecipientsField({ value, onChange, fault }: RecipientsProps) {
  const t = useTranslations("exports");
  const count = HANDOVER_RECIPIENTS_MAX;
  return (
    <Textarea
      label={t("recipients")}
      description={t("recipients_hint", { count })}
      autosize
      minRows={1}
      maxRows={5}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={fault && t(`recipients_fault.${fault.rule}`, { which: fault.which, count })}
      data-autofocus
    />
  );
}

const LANGUAGE_OPTIONS = [
  { value: "de", label: "Deutsch" },
  { value: "en", label: "English" },
] satisfies { value: "de" | "en"; label: string }[];

/** Addresses in a text, separated by white space, commas or semicolons; each once. */
export const splitMailRecipients = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((one) => one !== "")),
];

/**
 * The first rule that the recipients break, checked before the server does: the form of an address, and their number.
 */
export function findRecipientsFault(recipients: readonly string[]) {
  if (recipients.length === 0) return { rule: "missing", which: "" } as const;
  if (recipients.length > HANDOVER_RECIPIENTS_MAX) return { rule: "many", which: "" } as const;
  const wrong = recipients.filter((one) => !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(one));
  return wrong.length > 0 ? ({ rule: "form", which: wrong.join(", ") } as const) : undefined;
}
