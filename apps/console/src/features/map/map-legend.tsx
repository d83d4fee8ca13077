import { Glyph, type GlyphShape } from "@leitstand/ui/glyph";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { allStateStyles, alarmStyle, type StateWord } from "@leitstand/app/state-style";
import { useStore } from "@leitstand/app/store";
import styles from "./board-map.module.css";
import { changeMapSettings, mapSettings } from "./map-settings.ts";

/** States of cases that the map shows; closed cases are not on it. */
const legendStates: readonly StateWord[] = ["open", "assigned", "accepted", "moving", "onsite", "loaded"];
const legendStyles = legendStates.flatMap((word) => allStateStyles.find((look) => look.word === word) ?? []);

export function MapLegend() {
  const t = useTranslations("map");
  const states = useTranslations("states");
  const { isLegendOpen } = useStore(mapSettings);
  const toggle = () => changeMapSettings({ isLegendOpen: !isLegendOpen });
  return (
    <div className={styles["legend"]} data-open={isLegendOpen}>
      <button type="button" aria-expanded={isLegendOpen} aria-controls="map-legend" onClick={toggle}>
        {t("legend")}
        {isLegendOpen ? <IconChevronDown size={14} /> : <IconChevronUp size={14} />}
      </button>
      <ul id="map-legend" hidden={!isLegendOpen}>
        {legendStyles.map(({ word, shape, color }) => (
          <LegendEntry key={word} shape={shape} color={color} text={states(word)} />
        ))}
        <LegendEntry shape="dot" color="var(--tx-2)" text={t("icon_free")} isRinged />
        <li>
          <span className={styles["parked"]} aria-hidden />
          {t("icon_parked")}
        </li>
        <LegendEntry shape={alarmStyle.shape} color={alarmStyle.color} text={t("alarmed")} />
        <LegendEntry shape="ring" color="var(--tx-3)" text={t("hollow")} />
      </ul>
    </div>
  );
}

interface EntryProps {
  readonly shape: GlyphShape;
  readonly color: string;
  readonly text: string;
  readonly isRinged?: boolean;
}
const LegendEntry = ({ shape, color, text, isRinged = false }: EntryProps) => (
  <li>
    <span className={isRinged ? styles["ringed"] : undefined}>
      <Glyph shape={shape} color={color} size={isRinged ? 11 : 15} />
    </span>
    {text}
  </li>
);
