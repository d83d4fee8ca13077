import "./alarm.css";
import { IconAlertTriangleFilled, IconBell, IconVolume, IconVolume2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { go } from "#shared/route.ts";
import { Primary, TextAction } from "#shared/screen.tsx";
import { sheet } from "#shared/sheet-store.ts";
import { useClock } from "#shared/texts.tsx";
import { act } from "#work/act.ts";
import { type Alarm, shareLeft } from "./alarm.ts";
import { AlarmFacts } from "./alarm-facts.tsx";
import { arrivalChoices, inMinutes, minutesUntil, presetOf, saysArrival } from "./arrival.ts";
import { bell, serverNow } from "./follow-alarms.ts";
import { useWay } from "./use-way.ts";

const SECOND_MS = 1_000;

/** Screen of a new case: until it is answered, or its time is over, nothing else is on the screen. */
export function AlarmScreen({ alarm, others }: { alarm: Alarm; others: number }) {
  const t = useTranslations("alarm");
  const { dispatchCase, link } = alarm;
  const dialog = useRef<HTMLDialogElement>(null);
  const way = useWay(dispatchCase);
  const [chosen, setChosen] = useState<number>();
  useEffect(() => {
    sheet.set(false);
    dialog.current?.showModal();
  }, []);
  const known = way?.minutes ?? minutesUntil(link.eta, serverNow());
  const minutes = saysArrival(dispatchCase, serverNow()) ? (chosen ?? presetOf(known)) : undefined;
  const accept = () => {
    const payload = minutes === undefined ? {} : { payload: { eta: inMinutes(minutes, serverNow()) } };
    const written = act({ dispatchCase, tour_id: link.tour_id, action: "ACCEPT", ...payload });
    go({ is: "case", id: dispatchCase.id });
    return written;
  };
  const reject = () => {
    bell.silence();
    go({ is: "form", id: dispatchCase.id, form: "reject" });
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={`alarm ${alarm.tone}`}
      aria-labelledby="alarm-title"
      onCancel={(event) => event.preventDefault()}
    >
      <Countdown alarm={alarm} />
      <div className="content">
        <h2 id="alarm-title">{titleOf(alarm)}</h2>
        <AlarmFacts dispatchCase={dispatchCase} way={way} />
        {others > 0 && <p className="hint">{t("others", { count: others })}</p>}
      </div>
      <footer className="foot">
        {saysArrival(dispatchCase, serverNow()) && (
          <Arrival choices={arrivalChoices(known)} value={minutes} onChange={setChosen} />
        )}
        <Accept minutes={minutes} onAccept={accept} />
        <div className="actions">
          <TextAction onClick={reject}>{t("reject")}</TextAction>
        </div>
      </footer>
    </dialog>
  );
}

/** Title of an alarm: the damage as it was taken down, or the service; in a transport the name of the deceased. */
const titleOf = ({ dispatchCase: { display_name, rsa_data } }: Alarm) =>
  rsa_data?.damage?.description || rsa_data?.service?.name || display_name;

/** Time left to answer: a clock, and an edge that can be seen from afar. */
function Countdown({ alarm }: { alarm: Alarm }) {
  const t = useTranslations("alarm");
  const [seen] = useState(serverNow);
  const [now, setNow] = useState(seen);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((alarm.answer_until - now) / SECOND_MS));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <>
      <svg className="edge" aria-hidden>
        <rect width="100%" height="100%" rx="30" className="past" />
        <rect
          width="100%"
          height="100%"
          rx="30"
          pathLength={1}
          className="left"
          style={{ strokeDasharray: `${shareLeft(alarm, { now, seen })} 1` }}
        />
      </svg>
      <header>
        <span className="state-mark">
          {alarm.tone === "soft" ? (
            <IconBell size={24} aria-hidden />
          ) : (
            <IconAlertTriangleFilled size={24} aria-hidden />
          )}
          {t("new")}
        </span>
        <Quieter />
      </header>
      <p className="countdown" role="timer">
        <strong>{clock}</strong> {t("to_answer")}
      </p>
    </>
  );
}

function Quieter() {
  const t = useTranslations("alarm");
  const [isQuiet, setQuiet] = useState(false);
  const quieten = () => {
    bell.quieter();
    setQuiet(true);
  };
  return (
    <button type="button" className="quieter" aria-pressed={isQuiet} onClick={quieten}>
      {isQuiet ? <IconVolume2 size={22} aria-hidden /> : <IconVolume size={22} aria-hidden />}
      {isQuiet ? t("quiet") : t("quieter")}
    </button>
  );
}

interface ArrivalProps {
  readonly choices: readonly number[];
  readonly value: number | undefined;
  readonly onChange: (minutes: number) => void;
}

function Arrival({ choices, value, onChange }: ArrivalProps) {
  const t = useTranslations("alarm");
  return (
    <fieldset className="minutes">
      <legend>{t("minutes")}</legend>
      {choices.map((choice) => (
        <label key={choice} className="option">
          <input type="radio" name="minutes" checked={choice === value} onChange={() => onChange(choice)} />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

function Accept({ minutes, onAccept }: { minutes: number | undefined; onAccept: () => unknown }) {
  const t = useTranslations("alarm");
  const clock = useClock();
  const hint = minutes === undefined ? {} : { hint: t("arrival", { time: clock(inMinutes(minutes, serverNow())) }) };
  return (
    <Primary {...hint} onClick={onAccept}>
      {t("accept")}
    </Primary>
  );
}
