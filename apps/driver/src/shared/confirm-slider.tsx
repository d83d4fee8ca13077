import { IconChevronRight } from "@tabler/icons-react";
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type TapHandler, useSingleTap } from "./tap-button.tsx";

const SLIDER_ARMED_MS = 3_000;
/** Share of the width that the slider has to be moved. */
const SLIDE_SHARE_MIN = 0.6;

/** Confirmation for a change of custody: slid, or tapped twice within three seconds. No gesture is ever required. */
export function ConfirmSlider<R>({ children, onConfirm }: { children: ReactNode; onConfirm: TapHandler<R> }) {
  const t = useTranslations("frame");
  const [isArmed, setArmed] = useState(false);
  const { isBusy, tap } = useSingleTap(onConfirm);
  const from = useRef<number>(undefined);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => setArmed(false), SLIDER_ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const slide = ({ clientX, currentTarget }: PointerEvent<HTMLButtonElement>) => {
    if (from.current === undefined || clientX - from.current < currentTarget.offsetWidth * SLIDE_SHARE_MIN) return;
    from.current = undefined;
    tap();
  };
  return (
    <button
      type="button"
      aria-busy={isBusy}
      className={isArmed ? "primary slider armed" : "primary slider"}
      onPointerDown={({ clientX }) => {
        from.current = clientX;
      }}
      onPointerMove={slide}
      onPointerUp={() => {
        from.current = undefined;
      }}
      onClick={() => (isArmed ? tap() : setArmed(true))}
    >
      <span className="knob" aria-hidden>
        <IconChevronRight size={28} />
      </span>
      <span>
        {children}
        <small>{isArmed ? t("again") : t("slide")}</small>
      </span>
    </button>
  );
}
