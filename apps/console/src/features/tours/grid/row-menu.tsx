import { type StartedSubState, startedSubStates } from "@leitstand/contract/tours/tour-states";
import { Menu } from "@mantine/core";
import { Glyph, type GlyphShape } from "@leitstand/ui/glyph";
import { IconCopy, IconInfoCircle, IconPencil, IconPlayerPlay, IconPlayerStop, IconTrash } from "@tabler/icons-react";
import { Fragment, useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { useHasGrant } from "#shared/api/me.ts";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import type { TourPanelRequest } from "../panels/panel-request.ts";
import { useTourActions } from "../tour-actions.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { shiftSpanOf, type TimelineRow } from "./tour-rows.ts";

interface MenuProps {
  /** The row as it is now, which may not be as it was when the menu was opened; undefined once it is gone. */
  readonly row: TimelineRow | undefined;
  readonly at: DOMRect;
  readonly announce: (text: string) => void;
  readonly onPanel: (request: TourPanelRequest) => void;
  readonly onShow: (tour: string) => void;
  readonly onClose: () => void;
}
const menuIconProps = { size: 15, "aria-hidden": true } as const;
const subStateShapes: Readonly<Record<StartedSubState, GlyphShape>> = {
  ACTIVE: "dot",
  ON_A_BREAK: "pause",
  NOT_TAKING_CASES: "minus",
  ON_DUTY: "dot",
  OFF_DUTY: "ring",
};

/** Menu with the actions on a row's tours. */
export function TimelineRowMenu(props: MenuProps) {
  const { row, at, onClose } = props;
  const t = useTranslations("tours");
  const statuses = row?.tours.map(({ id, status }) => `${id} ${status}`).join();
  const [openedStatuses] = useState(statuses);
  // Other entries would come under the pointer, and an empty menu would keep the keys.
  const isOutdated = statuses !== openedStatuses;
  useEffect(() => {
    if (isOutdated) queueMicrotask(onClose);
  }, [isOutdated, onClose]);
  if (!row || isOutdated) return null;
  return (
    <Menu opened onClose={onClose} position="right-start" width={250} trapFocus returnFocus={false}>
      <Menu.Target>
        <span
          aria-hidden
          style={{
            position: "fixed",
            left: at.left,
            top: at.top,
            width: at.width,
            height: at.height,
            pointerEvents: "none",
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t("row_menu", { title: row.title })}>
        {row.tours.map((tour, index) => (
          <Fragment key={tour.id}>
            {index > 0 && <Menu.Divider />}
            <TourItems {...props} tour={tour} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps extends Pick<MenuProps, "onPanel"> {
  readonly tour: TimelineTour;
  readonly actions: ReturnType<typeof useTourActions>;
}

function TourItems({ tour, announce, onPanel, onShow }: MenuProps & { tour: TimelineTour }) {
  const t = useTranslations("tours");
  const locale = useLocale();
  const now = useNow();
  const can = useHasGrant();
  const actions = useTourActions(announce);
  // Deleting takes more than the label tells: a crew that was planned since must not go with it unseen.
  const [opened] = useState(tour);
  const { start, end } = shiftSpanOf(tour);
  const until = Number.isFinite(end) ? formatClockOrDay(end, now, locale) : t("open_end");
  const isPlanned = tour.status === "SCHEDULED";
  const isRunning = tour.status === "STARTED";
  const shared = { tour, actions, onPanel };
  return (
    <>
      <Menu.Label>
        {tour.name ?? tour.natural_id} · {formatClockOrDay(start, now, locale)} – {until} <BoardOutdatedNote />
      </Menu.Label>
      <Menu.Item leftSection={<IconInfoCircle {...menuIconProps} />} onClick={() => onShow(tour.id)}>
        {t("show")}
      </Menu.Item>
      {isPlanned && can("updateTour") && <PlanItems {...shared} />}
      {isRunning && can("updateTour") && <SubStateItems {...shared} />}
      {can("createTour") && (
        <Menu.Item leftSection={<IconCopy {...menuIconProps} />} onClick={() => onPanel({ is: "duplicate", tour })}>
          {t("duplicate")}
        </Menu.Item>
      )}
      {isRunning && can("finishTour") && <FinishItem {...shared} />}
      {isPlanned && can("deleteTour") && (
        <Menu.Item leftSection={<IconTrash {...menuIconProps} />} onClick={() => void actions.remove(opened)}>
          {t("delete")}
        </Menu.Item>
      )}
    </>
  );
}

function PlanItems({ tour, actions, onPanel }: ItemProps) {
  const t = useTranslations("tours");
  return (
    <>
      <Menu.Item leftSection={<IconPlayerPlay {...menuIconProps} />} onClick={() => void actions.start(tour)}>
        {t("start")}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil {...menuIconProps} />} onClick={() => onPanel({ is: "edit", tour })}>
        {t("edit")}
      </Menu.Item>
    </>
  );
}

function SubStateItems({ tour, actions }: ItemProps) {
  const t = useTranslations("tours");
  // The entries stay where they are while the crew changes what it does; a choice from before is refused by its version.
  const [opened] = useState(tour);
  const chosenFor = tour.started_sub_state === opened.started_sub_state ? tour : opened;
  const others = startedSubStates.filter((state) => state !== opened.started_sub_state);
  return others.map((state) => (
    <Menu.Item
      key={state}
      leftSection={<Glyph shape={subStateShapes[state]} color="var(--tx-3)" size={15} />}
      onClick={() => void actions.setSubState(chosenFor, state)}
    >
      {t(`mark_${state}`)}
    </Menu.Item>
  ));
}

/** Menu entry that ends a tour, after a confirmation of how many cases that takes from it. */
function FinishItem({ tour, actions }: ItemProps) {
  const t = useTranslations("tours");
  const count = tour.case_workload.open;
  const [askedCount, setAskedCount] = useState<number>();
  const isSure = askedCount === count;
  return (
    <Menu.Item
      leftSection={<IconPlayerStop {...menuIconProps} />}
      {...deliberateAnswersOnly}
      closeMenuOnClick={isSure}
      onClick={() => (isSure ? void actions.finish(tour) : setAskedCount(count))}
    >
      {t(isSure ? "finish_sure" : "finish", { count })}
    </Menu.Item>
  );
}
