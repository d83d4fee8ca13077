import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { linkOn } from "#outbox/fold.ts";
import { later } from "#shared/later.tsx";
import { route } from "#shared/route.ts";
import { Screen } from "#shared/screen.tsx";
import { useStill } from "#shared/use-still.ts";
import { shift } from "#work/shift.ts";
import { runningTour, shownCase, type Tour } from "#work/shown-shift.ts";
import { useWork } from "./use-work.ts";

const CaseCard = later(async () => (await import("#features/case/case-card.tsx")).CaseCard);
const OutboxScreen = later(async () => (await import("#features/outbox/outbox-screen.tsx")).OutboxScreen);
const EndScreen = later(async () => (await import("#features/shift/end-screen.tsx")).EndScreen);
const StartScreen = later(async () => (await import("#features/shift/start-screen.tsx")).StartScreen);
const TourScreen = later(async () => (await import("#features/shift/tour-screen.tsx")).TourScreen);
const CasePrimary = later(async () => (await import("#features/case/case-screen.tsx")).CasePrimary);
const CaseScreen = later(async () => (await import("#features/case/case-screen.tsx")).CaseScreen);
const CaseForm = later(async () => (await import("#features/case/case-form.tsx")).CaseForm);
const IdentityScreen = later(async () => (await import("#features/case/identity-screen.tsx")).IdentityScreen);
const BelongingsScreen = later(async () => (await import("#features/case/belongings-screen.tsx")).BelongingsScreen);
const ConflictScreen = later(async () => (await import("#features/outbox/conflict-screen.tsx")).ConflictScreen);
const PhotoScreen = later(async () => (await import("#features/photos/photo-screen.tsx")).PhotoScreen);
const AlarmLayer = later(async () => (await import("#features/alarm/alarm-layer.tsx")).AlarmLayer);
const CheckScreen = later(async () => (await import("#features/vehicle-check/check-screen.tsx")).CheckScreen);
const VehicleScreen = later(async () => (await import("#features/shift/vehicle-screen.tsx")).VehicleScreen);
const LogScreen = later(async () => (await import("#features/outbox/log-screen.tsx")).LogScreen);
const MessagesScreen = later(async () => (await import("#features/messages/messages-screen.tsx")).MessagesScreen);
const PassedOn = later(async () => (await import("#features/case/passed-on.tsx")).PassedOn);
const permissions = () => import("#features/permissions/first-permissions.tsx");
const FirstPermissions = later(async () => (await permissions()).FirstPermissions);
const LonePermission = later(async () => (await permissions()).LonePermission);
const PositionsScreen = later(async () => (await import("#features/positions/positions-screen.tsx")).PositionsScreen);

/** The screen of the current route, and an alarm over it. */
export function Work() {
  useWork();
  return (
    <>
      <RoutedScreen />
      <Alarm />
    </>
  );
}

/** Alarm over every other screen. */
function Alarm() {
  const tour = runningTour(useStore(shift));
  return tour && <AlarmLayer tour_id={tour.id} />;
}

function RoutedScreen() {
  const known = useStill(shift);
  const at = useStore(route);
  // A refused start leaves no tour, and must be decided anyway.
  if (at.is === "outbox") return <OutboxScreen />;
  if (at.is === "log") return <LogScreen />;
  if (at.is === "messages") return <MessagesScreen />;
  if (at.is === "conflict") return <ConflictScreen chain={at.chain} />;
  if (at.is === "photo") return <PhotoScreen id={at.id} />;
  const tour = runningTour(known);
  if (at.is === "positions") return <PositionsScreen />;
  if (at.is === "permission") return <LonePermission step={at.step} />;
  if (at.is === "check") return <CheckScreen key={at.check.vehicle.id} check={at.check} />;
  if (at.is === "vehicle") return <VehicleScreen start={at.start} />;
  if (tour !== undefined) return <OnTour tour={tour} />;
  return known.isKnown ? (
    <FirstPermissions>
      <StartScreen />
    </FirstPermissions>
  ) : (
    <Looking />
  );
}

function Looking() {
  const t = useTranslations("shift");
  return (
    <Screen title={t("title")}>
      <div className="looking" role="status" aria-label={t("title")} />
    </Screen>
  );
}

function OnTour({ tour }: { tour: Tour }) {
  const known = useStill(shift);
  const at = useStore(route);
  const list = (
    <TourScreen
      tour={tour}
      card={(shown) => <CaseCard shown={shown} tour_id={tour.id} />}
      primary={(shown) => <CasePrimary shown={shown} tour_id={tour.id} />}
      passedOn={<PassedOn tour_id={tour.id} />}
    />
  );
  if (!("id" in at)) return at.is === "end" ? <EndScreen tour={tour} /> : list;
  const shown = shownCase(known, at.id, tour.id);
  const link = shown && linkOn(shown, tour.id);
  if (shown === undefined || link === undefined) return list;
  if (at.is === "identity") return <IdentityScreen shown={shown} />;
  if (at.is === "belongings") return <BelongingsScreen shown={shown} link={link} tour_id={tour.id} />;
  if (at.is === "form") return <CaseForm form={at.form} shown={shown} link={link} tour_id={tour.id} />;
  return <CaseScreen shown={shown} tour_id={tour.id} />;
}
