import { type PointerEvent, useRef } from "react";
import { useTranslations } from "use-intl";

const PAD_WIDTH = 320;
const PAD_HEIGHT = 140;
/** Maximum number of characters of the path that an action takes; strokes beyond it are left out. */
const PATH_LENGTH_MAX = 65_536;

interface SignaturePadProps {
  readonly path: string;
  /** Name of the signing person, as far as it is known. */
  readonly name: string;
  readonly onChange: (path: string) => void;
}

/** Signature as an SVG path in a box of 320 by 140, drawn by finger; the reason for a missing one is chosen below. */
export function SignaturePad({ path, name, onChange }: SignaturePadProps) {
  const t = useTranslations("case.form");
  const drawn = useRef(path);
  const isDown = useRef(false);
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return `${Math.round(((clientX - left) / width) * PAD_WIDTH)} ${Math.round(((clientY - top) / height) * PAD_HEIGHT)}`;
  };
  const draw = (event: PointerEvent<SVGSVGElement>, command: "M" | "L") => {
    const longer = `${command === "M" ? path : drawn.current}${command}${point(event)}`;
    if (longer.length > PATH_LENGTH_MAX) return;
    drawn.current = longer;
    onChange(longer);
  };
  return (
    <div className="signature">
      <p className="row">
        <span className="hint">{t("sign_here")}</span>
        {path !== "" && (
          <button type="button" className="text-action" onClick={() => onChange("")}>
            {t("clear")}
          </button>
        )}
      </p>
      <svg
        viewBox={`0 0 ${PAD_WIDTH} ${PAD_HEIGHT}`}
        role="img"
        aria-label={t("sign_here")}
        onPointerDown={(event) => {
          isDown.current = true;
          // Otherwise a mouse button that is released outside of the box would leave the pen drawing.
          event.currentTarget.setPointerCapture(event.pointerId);
          draw(event, "M");
        }}
        onPointerMove={(event) => {
          if (isDown.current) draw(event, "L");
        }}
        onPointerUp={() => {
          isDown.current = false;
        }}
      >
        <path d={path} />
      </svg>
      <p className="hint signed">{name}</p>
    </div>
  );
}
