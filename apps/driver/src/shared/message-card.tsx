import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { storeDriverOperations } from "#work/act.ts";
import { shiftStore } from "#work/shift.ts";
import { type DriverMessage, unreadMessages } from "#work/shown-shift.ts";
import { TapButton } from "./tap-button.tsx";
import { useClockFormat } from "./texts.tsx";
import { useStoreWhileUntouched } from "./use-store-while-untouched.ts";

/** Card of the oldest message of a dispatcher that is still to be acknowledged; after it the next one is shown. */
export function OldestUnreadMessage() {
  const message = unreadMessages(useStoreWhileUntouched(shiftStore)).at(-1);
  return message === undefined ? null : <MessageCard message={message} />;
}

export function MessageCard({ message }: { message: DriverMessage }) {
  const t = useTranslations("shift");
  const clock = useClockFormat();
  const { id, title, body, created_at, sent_by_name } = message;
  return (
    <section className="card message" role="alert">
      <p className="row">
        <span className="state-mark">
          <IconAlertTriangle size={24} aria-hidden /> {t("message")}
        </span>
        <span className="aside">{clock(created_at)}</span>
      </p>
      <h2>{title}</h2>
      <p>{body}</p>
      {sent_by_name !== null && <p className="hint">{sent_by_name}</p>}
      <TapButton
        className="read"
        onClick={() => storeDriverOperations([{ op: "acknowledgeCriticalMessage", body: { id } }])}
      >
        {t("read")}
      </TapButton>
    </section>
  );
}
