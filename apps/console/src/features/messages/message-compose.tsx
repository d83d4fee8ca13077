import { InlineFault } from "@leitstand/ui/states";
import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { api, isApiProblem, queryClient } from "#shared/api/api.ts";
import { useBoard } from "#live/use-entities.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useDraftText } from "#shared/editing/drafts.ts";
import styles from "./message-compose.module.css";
import { showToast } from "#shared/screen/toasts.tsx";
import { useFaultDisplay, useIsShown } from "#shared/screen/use-fault-display.ts";
import { useFrozenOptions } from "#shared/screen/use-frozen-options.ts";
import { withoutSentText } from "#shared/text/without-sent-text.ts";
import { branchesQuery } from "#shared/api/queries.ts";

/** Recipient of a critical message: the crew of a tour or of a vehicle, or the dispatchers of a branch. */
export type MessageRecipient =
  | { readonly tour_id: string }
  | { readonly vehicle_id: string }
  | { readonly branch_id: string };

interface MessageComposeProps {
  /** Fixed recipient; when left out, it is chosen here. */
  readonly to?: MessageRecipient;
  readonly case_id?: string;
  readonly onSent?: () => void;
}
const messageTemplates = ["call", "road_closed", "break_ends", "return", "confirm"] as const;

export function MessageCompose({ to, case_id, onSent }: MessageComposeProps) {
  const t = useTranslations("messages");
  const may = useHasGrant();
  const [chosen, setChosen] = useState<string | null>(null);
  const about = case_id === undefined ? {} : { case_id };
  // Without a fixed recipient, there is one draft whatever is chosen; the choice is not kept.
  const purpose = Object.entries({ ...to, ...about }).flat();
  const [title, setTitle] = useDraftText("message", ...purpose, "title");
  const [body, setBody] = useDraftText("message", ...purpose, "body");
  const { send, isBusy, fault } = useSendMessage();
  const isShown = useIsShown();
  const recipient = to ?? parseRecipient(chosen);
  const isReady = recipient !== undefined && title.trim() !== "";
  if (!may("createCriticalMessage")) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    send({ ...recipient, ...about, ...messageTextsOf(title, body) }, () => {
      setTitle((now) => withoutSentText(now, title));
      setBody((now) => withoutSentText(now, body));
      // Where the form was left before, another message may be written by now.
      if (isShown()) onSent?.();
    });
  };
  return (
    <form className={styles["compose"]} onSubmit={submit}>
      {to === undefined && <RecipientField value={chosen} onChange={setChosen} />}
      <div className={styles["templates"]} role="group" aria-label={t("templates")}>
        {messageTemplates.map((key) => (
          <button key={key} type="button" onClick={() => setTitle(() => t(`template.${key}`))}>
            {t(`template_short.${key}`)}
          </button>
        ))}
      </div>
      <TextInput
        size="xs"
        label={t("title")}
        required
        maxLength={200}
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(() => value)}
      />
      <Textarea
        size="xs"
        label={t("body")}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        value={body}
        onChange={({ currentTarget: { value } }) => setBody(() => value)}
      />
      <InlineFault>{fault}</InlineFault>
      <Button type="submit" size="compact-sm" loading={isBusy} disabled={!isReady}>
        {t("send")}
      </Button>
    </form>
  );
}

const messageTextsOf = (title: string, body: string) => ({
  title: title.trim(),
  ...(body.trim() === "" ? {} : { body: body.trim() }),
});

type MessageDraft = Parameters<typeof api.createCriticalMessage>[0];

function useSendMessage() {
  const t = useTranslations("messages");
  const textOf = useFaultText();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const showFault = useFaultDisplay();
  const carryOut = async (draft: MessageDraft, onSent: () => void) => {
    setBusy(true);
    setFault(undefined);
    try {
      const sent = await api.createCriticalMessage(draft);
      showToast(t("sent", { count: sent.length }));
      onSent();
      await queryClient.invalidateQueries({ queryKey: ["messages"] });
    } catch (error) {
      const isUnreadable = isApiProblem(error, "REFERENCE_NOT_FOUND") && error.arg("field") === "device_id";
      const message = isUnreadable ? t("nobody_reads") : textOf(error).message;
      showFault(message, { name: draft.title, beside: setFault });
    } finally {
      setBusy(false);
    }
  };
  return { send: (draft: MessageDraft, onSent: () => void) => void carryOut(draft, onSent), isBusy, fault };
}

const parseRecipient = (value: string | null): MessageRecipient | undefined => {
  const [kind, id] = value?.split(" ") ?? [];
  if (id === undefined) return undefined;
  return kind === "tour" ? { tour_id: id } : kind === "vehicle" ? { vehicle_id: id } : { branch_id: id };
};

function RecipientField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useTranslations("messages");
  const may = useHasGrant();
  const board = useBoard();
  const { data: branches = [], isLoading } = useQuery({ ...branchesQuery, enabled: may("getBranches") });
  const groups = () => [
    {
      group: t("tours"),
      items: [...(board?.tours.values() ?? [])].map(({ tour_id, name, natural_id }) => ({
        value: `tour ${tour_id}`,
        label: name ?? natural_id,
      })),
    },
    {
      group: t("vehicles"),
      items: [...(board?.vehicles.values() ?? [])].map(({ vehicle_id, license_plate }) => ({
        value: `vehicle ${vehicle_id}`,
        label: license_plate,
      })),
    },
    { group: t("branches"), items: branches.map(({ id, name }) => ({ value: `branch ${id}`, label: name })) },
  ];
  const recipients = useFrozenOptions(() => (isLoading ? undefined : groups()));
  return (
    <Select
      size="xs"
      label={t("recipient")}
      placeholder={t("recipient_placeholder")}
      nothingFoundMessage={t("nothing_found")}
      required
      searchable
      limit={200}
      {...recipients}
      value={value}
      onChange={onChange}
      data-autofocus
    />
  );
}
