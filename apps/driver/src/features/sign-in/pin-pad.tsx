import { IconBackspace } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";

const PIN_DIGITS = 6;
const digitKeys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

interface PinPadProps {
  readonly onPin: (pin: string) => void;
  /** Content of the corner key that no digit needs. */
  readonly aside?: ReactNode;
  /** Content between the typed digits and the keys. */
  readonly children?: ReactNode;
}

/** Pad for six digits, by big keys or by a keyboard; calls back when the last one is typed. */
export function PinPad({ onPin, aside, children }: PinPadProps) {
  const t = useTranslations("sign-in");
  const [pin, setPin] = useState("");
  const press = (digit: string) => {
    const next = `${pin}${digit}`;
    setPin(next.length === PIN_DIGITS ? "" : next.slice(0, PIN_DIGITS));
    if (next.length === PIN_DIGITS) onPin(next);
  };
  useEffect(() => {
    const type = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (/^\d$/.test(key) && !ctrlKey && !metaKey) press(key);
      if (key === "Backspace") setPin(pin.slice(0, -1));
    };
    document.addEventListener("keydown", type);
    return () => document.removeEventListener("keydown", type);
  });
  return (
    <div className="pin-pad">
      <p className="dots" role="status" aria-label={t("digits", { count: pin.length })}>
        {Array.from({ length: PIN_DIGITS }, (_, index) => (
          <i key={index} className={index < pin.length ? "filled" : ""} />
        ))}
      </p>
      {children}
      <div className="keys">
        {digitKeys.map((digit) => (
          <button key={digit} type="button" onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
        <div className="aside">{aside}</div>
        <button type="button" onClick={() => press("0")}>
          0
        </button>
        <button type="button" className="bare" aria-label={t("delete")} onClick={() => setPin(pin.slice(0, -1))}>
          <IconBackspace size={28} aria-hidden />
        </button>
      </div>
    </div>
  );
}
