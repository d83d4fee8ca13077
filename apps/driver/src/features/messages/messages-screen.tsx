import { useStore } from "@leitstand/app/store";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { MessageCard } from "#shared/message-card.tsx";
import { ScreenLayout } from "#shared/screen.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { serverTimeNow } from "#shared/time/use-now.ts";
import { api } from "#work/api.ts";
import { shiftStore } from "#work/shift.ts";
import { type DriverMessage, unreadMessages } from "#work/shown-shift.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Messages of dispatchers: unread ones, and those that were read within a day. */
export function MessagesScreen() {
  const t = useTranslations("shift");
  const known = useStore(shiftStore);
  const unread = unreadMessages(known);
  const { read, hasFailed } = useReadMessages(known.messages);
  return (
    <ScreenLayout title={t("messages")} hasBack>
      {unread.map((message) => (
        <MessageCard key={message.id} message={message} />
      ))}
      {unread.length === 0 && <p className="hint">{t("all_read")}</p>}
      {read.length > 0 && <ReadMessages messages={read} />}
      {hasFailed && <p className="hint">{t("read_unknown")}</p>}
    </ScreenLayout>
  );
}

/** Read messages, which are not kept on the phone; fetched again whenever the unread ones change. */
function useReadMessages(waiting: readonly DriverMessage[]) {
  const [read, setRead] = useState<readonly DriverMessage[]>([]);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const isRecent = ({ created_at }: DriverMessage) => serverTimeNow() - Date.parse(created_at) < DAY_MS;
    api.getCriticalMessages({ acknowledged: true, sent: false }).then(
      (found) => {
        setRead(found.filter(isRecent));
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [waiting]);
  return { read, hasFailed };
}

function ReadMessages({ messages }: { messages: readonly DriverMessage[] }) {
  const t = useTranslations("shift");
  const clock = useClockFormat();
  return (
    <section>
      <h2 className="section">{t("read_before")}</h2>
      <ul className="card list">
        {messages.map(({ id, title, body, created_at }) => (
          <li key={id} className="line still">
            <IconCheck aria-hidden />
            <span>
              {title}
              {body !== "" && <small>{body}</small>}
            </span>
            <span className="aside">{clock(created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
