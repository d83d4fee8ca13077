import "./alarm.css";
import { IconAlertTriangleFilled, IconBell, IconVolume, IconVolume2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { goTo } from "#shared/route.ts";
import { PrimaryButton, TextActionButton } from "#shared/screen.tsx";
import { isMenuSheetOpen } from "#shared/sheet-store.ts";
import type { TapHandler } from "#shared/tap-button.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { serverTimeNow } from "#shared/time/use-now.ts";
import { carryOutCaseStep } from "#work/act.ts";
import { type CaseAlarm, shareOfTimeLeft } from "./alarm.ts";
import { AlarmFacts } from "./alarm-facts.tsx";
import {
  arrivalMinuteChoices,
  isoAfterMinutes,
  minutesUntil,
  presetArrivalMinutes,
  isArrivalPromisedOnAccept,
} from "./arrival.ts";
import { alarmBell } from "./follow-alarms.ts";
import { useRouteToCase } from "./use-route-to-case.ts";

const SECOND_MS = 1_000;

/** Screen of a new case: until it is answered, or its time is over, nothing else is on the screen. */
export function AlarmScreen({ alarm, others }: { alarm: CaseAlarm; others: number }) {
  const t = useTranslations("alarm");
  const { dispatchCase, link } = alarm;
  const dialog = useRef<HTMLDialogElement>(null);
  const way = useRouteToCase(dispatchCase);
  const [chosen, setChosen] = useState<number>();
  useEffect(() => {
    isMenuSheetOpen.set(false);
    dialog.current?.showModal();
  }, []);
  const known = way?.minutes ?? minutesUntil(link.eta, serverTimeNow());
  const minutes = isArrivalPromisedOnAccept(dispatchCase, serverTimeNow())
    ? (chosen ?? presetArrivalMinutes(known))
    : undefined;
  const accept = () => {
    const payload = minutes === undefined ? {} : { payload: { eta: isoAfterMinutes(minutes, serverTimeNow()) } };
    const written = carryOutCaseStep({ dispatchCase, tour_id: link.tour_id, action: "ACCEPT", ...payload });
    goTo({ is: "case", id: dispatchCase.id });
    return written;
  };
  const reject = () => {
    alarmBell.silence();
    goTo({ is: "form", id: dispatchCase.id, form: "reject" });
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={`alarm ${alarm.tone}`}
      aria-labelledby="alarm-title"
      onCancel={(event) => event.preventDefault()}
      // A browser lets a second press of Back or Escape close any dialog: without an answer it opens again.
      onClose={() => dialog.current?.showModal()}
    >
      <AnswerCountdown alarm={alarm} />
      <div className="content">
        <h2 id="alarm-title">{alarmTitle(alarm)}</h2>
        <AlarmFacts dispatchCase={dispatchCase} way={way} />
        {others > 0 && <p className="hint">{t("others", { count: others })}</p>}
      </div>
      <footer className="foot">
        {isArrivalPromisedOnAccept(dispatchCase, serverTimeNow()) && (
          <ArrivalChoice choices={arrivalMinuteChoices(known)} value={minutes} onChange={setChosen} />
        )}
        <AcceptButton minutes={minutes} onAccept={accept} />
        <div className="actions">
          <TextActionButton onClick={reject}>{t("reject")}</TextActionButton>
        </div>
      </footer>
    </dialog>
  );
}

/** Title of an alarm: the damage as it was taken down, or the service; in a transport the name of the deceased. */
const alarmTitle = ({ dispatchCase: { display_name, rsa_data } }: CaseAlarm) =>
  rsa_data?.damage?.description || rsa_data?.service?.name || display_name;

/** Time left to answer: a clock, and an edge that can be seen from afar. */
function AnswerCountdown({ alarm }: { alarm: CaseAlarm }) {
  const t = useTranslations("alarm");
  const [seen] = useState(serverTimeNow);
  const [now, setNow] = useState(seen);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTimeNow()), SECOND_MS);
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
          style={{ strokeDasharray: `${shareOfTimeLeft(alarm, { now, seen })} 1` }}
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
        <QuieterButton />
      </header>
      <p className="countdown" role="timer">
        <strong>{clock}</strong> {t("to_answer")}
      </p>
    </>
  );
}

function QuieterButton() {
  const t = useTranslations("alarm");
  const [isQuiet, setQuiet] = useState(false);
  const quieten = () => {
    alarmBell.quieter();
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

function ArrivalChoice({ choices, value, onChange }: ArrivalProps) {
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

interface AcceptProps<R> {
  readonly minutes: number | undefined;
  readonly onAccept: TapHandler<R>;
}

function AcceptButton<R>({ minutes, onAccept }: AcceptProps<R>) {
  const t = useTranslations("alarm");
  const clock = useClockFormat();
  const hint =
    minutes === undefined ? {} : { hint: t("arrival", { time: clock(isoAfterMinutes(minutes, serverTimeNow())) }) };
  return (
    <PrimaryButton {...hint} onClick={onAccept}>
      {t("accept")}
    </PrimaryButton>
  );
}
