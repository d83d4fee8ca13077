import { Menu, Tooltip } from "@mantine/core";
import {
  IconCurrentLocation,
  IconFocusCentered,
  IconLasso,
  IconMinus,
  IconPlus,
  IconStack2,
} from "@tabler/icons-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { type ReactNode, type RefObject, useEffect } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "@leitstand/app/store";
import styles from "./board-map.module.css";
import { changeMapSettings, mapSettings } from "./map-settings.ts";
import { type MapLayerGroup, mapLayerGroups } from "./map-style.ts";

interface MapControlsInput {
  readonly map: MapLibreMap;
  readonly isLassoing: boolean;
  readonly onLasso: () => void;
  readonly lassoButton: RefObject<HTMLButtonElement | null>;
  readonly fit: () => void;
  /** Moves the map to the selection; undefined while nothing with a place is selected. */
  readonly locate: (() => void) | undefined;
}

export function MapControls({ map, isLassoing, onLasso, lassoButton, fit, locate }: MapControlsInput) {
  const t = useTranslations("map");
  return (
    <div className={styles["controls"]} role="toolbar" aria-label={t("controls")} aria-orientation="vertical">
      <MapControlButton label={t("zoom_in")} onClick={() => map.zoomIn()}>
        <IconPlus />
      </MapControlButton>
      <MapControlButton label={t("zoom_out")} onClick={() => map.zoomOut()}>
        <IconMinus />
      </MapControlButton>
      <MapControlButton label={t("fit")} onClick={fit}>
        <IconFocusCentered />
      </MapControlButton>
      <MapControlButton label={t("locate")} onClick={() => locate?.()} isDisabled={locate === undefined}>
        <IconCurrentLocation />
      </MapControlButton>
      <LayersMenu map={map} />
      <MapControlButton label={t("lasso")} onClick={onLasso} isPressed={isLassoing} button={lassoButton}>
        <IconLasso />
      </MapControlButton>
    </div>
  );
}

interface ControlProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly children: ReactNode;
}
const MapControlButton = ({ label, onClick, isPressed, isDisabled = false, button, children }: ControlProps) => (
  <Tooltip label={label} position="left" openDelay={300}>
    <button
      type="button"
      ref={button}
      onClick={onClick}
      aria-label={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
    >
      {children}
    </button>
  </Tooltip>
);

const layerGroupNames = Object.keys(mapLayerGroups) as MapLayerGroup[];

/** Menu that switches layers on and off; the choice is remembered. */
function LayersMenu({ map }: { map: MapLibreMap }) {
  const t = useTranslations("map");
  const { hidden } = useStore(mapSettings);
  useEffect(() => {
    for (const group of layerGroupNames) {
      const visibility = hidden.includes(group) ? "none" : "visible";
      for (const layer of mapLayerGroups[group])
        if (map.getLayer(layer)) map.setLayoutProperty(layer, "visibility", visibility);
    }
  }, [map, hidden]);
  const toggle = (group: MapLayerGroup) =>
    changeMapSettings({
      hidden: hidden.includes(group) ? hidden.filter((name) => name !== group) : [...hidden, group],
    });
  return (
    <Menu position="left-start" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <button type="button" aria-label={t("layers")} title={t("layers")}>
          <IconStack2 />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {layerGroupNames.map((group) => (
          <Menu.CheckboxItem key={group} checked={!hidden.includes(group)} onChange={() => toggle(group)}>
            {t(`layer_${group}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
