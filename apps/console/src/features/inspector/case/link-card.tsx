import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { IconButton } from "@leitstand/ui/icon-button";
import { Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useLocale, useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { returnedLinkStyle, stateStyleOf } from "@leitstand/app/state-style";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import { arrangeLinkActions, hardToUndoActions, type TourLink } from "../actions/action-choice.ts";
import { ActionForm } from "../actions/action-form.tsx";
import { ActionFaultNote, ViolationList } from "../actions/action-notes.tsx";
import styles from "../inspector.module.css";
import type { CaseActions } from "../actions/use-case-actions.ts";

interface LinkCardProps {
  readonly dispatchCase: Case;
  readonly link: TourLink;
  readonly actions: CaseActions;
  readonly onView: ChangeBoardView;
}

/** The case on one tour: its state there, and the actions of that link. */
export function LinkCard({ dispatchCase, link, actions, onView }: LinkCardProps) {
  const t = useTranslations("inspector");
  const s = useTranslations("states");
  const { tour_id, bucket, tour_natural_id } = link;
  const look = bucket === "open" || bucket === "finished" ? stateStyleOf(link.state) : returnedLinkStyle;
  const tour = [...(dispatchCase.active_tours ?? []), dispatchCase.last_assigned_tour].find(
    (known) => known?.id === tour_id,
  );
  const plates = (dispatchCase.vehicles ?? []).filter((vehicle) => vehicle.tour_id === tour_id);
  const own = actions.open?.tour_id === tour_id ? actions.open : undefined;
  const fault = actions.fault?.request.tour_id === tour_id ? actions.fault : undefined;
  return (
    <div className={styles["block"]}>
      <div className={styles["link-head"]}>
        <Glyph shape={look.shape} color={look.color} />
        <button
          type="button"
          className={styles["entity-link"]}
          onClick={() => onView({ tour: tour_id, case: undefined, vehicle: undefined })}
        >
          {plates[0]?.license_plate ?? tour?.name ?? tour_natural_id}
        </button>
        <span className={styles["meta"]}>{bucket === "open" ? s(look.word) : t(`bucket.${bucket}`)}</span>
      </div>
      <LinkTimes link={link} tourName={plates.length > 0 ? (tour?.name ?? tour_natural_id) : undefined} />
      <ViolationList violations={link.constraint_violations} />
      <LinkButtons dispatchCase={dispatchCase} link={link} actions={actions} />
      {own && <ActionForm key={own.action} dispatchCase={dispatchCase} link={link} request={own} actions={actions} />}
      {fault?.request !== own && <ActionFaultNote fault={fault} actions={actions} />}
    </div>
  );
}

function LinkTimes({ link, tourName }: { link: TourLink; tourName: string | undefined }) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const at = (instant: string) => formatClockOrDay(instant, now, locale);
  const times = (
    [
      "assigned_at",
      "device_received_at",
      "accepted_at",
      "started_at",
      "arrived_at",
      "loaded_at",
      "finished_at",
    ] as const
  ).filter((name) => link[name] !== null);
  const last = times.at(-1);
  const parts = [
    tourName,
    last && t(`link.${last}`, { time: at(link[last] as string) }),
    link.eta && t("link.eta", { time: at(link.eta) }),
    link.postponed_until && link.state === "POSTPONED" && t("postponed_until", { time: at(link.postponed_until) }),
  ];
  return <div className={styles["sub"]}>{parts.filter(Boolean).join(" · ")}</div>;
}

function LinkButtons({ dispatchCase, link, actions }: Omit<LinkCardProps, "onView">) {
  const t = useTranslations("inspector");
  const { tour_id } = link;
  const { next, others } = arrangeLinkActions(link, dispatchCase);
  const beside = others.find((action) => !hardToUndoActions.includes(action) && action === "UNASSIGN");
  // Assigning it to a tour again is left to the suggestions.
  const hidden = others.filter((action) => action !== beside && action !== "ASSIGN");
  if (next === undefined && beside === undefined && hidden.length === 0) return null;
  const isBusy = (action: string) => actions.busy?.action === action && actions.busy.tour_id === tour_id;
  return (
    <div className={styles["buttons"]}>
      {next && (
        <Button
          // Only one button is primary: that of the tour that has the case.
          variant={link.bucket === "open" ? "filled" : "default"}
          size="compact-sm"
          loading={isBusy(next)}
          onClick={() => actions.begin({ action: next, tour_id })}
        >
          {t(`action.${next}`)}
        </Button>
      )}
      {beside && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy(beside)}
          onClick={() => actions.begin({ action: beside, tour_id })}
        >
          {t(`action.${beside}`)}
        </Button>
      )}
      {hidden.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton label={t("more_actions")} isFramed>
              <IconDots size={16} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((action) => (
              <Menu.Item
                key={action}
                {...(hardToUndoActions.includes(action) ? { className: styles["grave"] } : {})}
                onClick={() => actions.begin({ action, tour_id })}
              >
                {t(`action.${action}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <BoardOutdatedNote />
    </div>
  );
}
