import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { linkOfTour } from "#outbox/fold.ts";
import { lazyScreen } from "#shared/later.tsx";
import { isShiftBeginningRoute, currentRoute, shiftStartOf } from "#shared/route.ts";
import { ScreenLayout } from "#shared/screen.tsx";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";
import { shiftStore } from "#work/shift.ts";
import { caseWithOutboxApplied, chainOfRefusedStart, findRunningTour, type DriverTour } from "#work/shown-shift.ts";
import { useShiftUpdatesWhileUnlocked } from "./use-work.ts";

const CaseCard = lazyScreen(async () => (await import("#features/case/case-card.tsx")).CaseCard);
const OutboxScreen = lazyScreen(async () => (await import("#features/outbox/outbox-screen.tsx")).OutboxScreen);
const ShiftEndScreen = lazyScreen(async () => (await import("#features/shift/end-screen.tsx")).ShiftEndScreen);
const ShiftStartScreen = lazyScreen(async () => (await import("#features/shift/start-screen.tsx")).ShiftStartScreen);
const TourScreen = lazyScreen(async () => (await import("#features/shift/tour-screen.tsx")).TourScreen);
const ListedCaseNextStep = lazyScreen(async () => (await import("#features/case/case-screen.tsx")).ListedCaseNextStep);
const CaseScreen = lazyScreen(async () => (await import("#features/case/case-screen.tsx")).CaseScreen);
const CaseActionForm = lazyScreen(async () => (await import("#features/case/case-form.tsx")).CaseActionForm);
const IdentityScreen = lazyScreen(async () => (await import("#features/case/identity-screen.tsx")).IdentityScreen);
const BelongingsScreen = lazyScreen(
  async () => (await import("#features/case/belongings-screen.tsx")).BelongingsScreen,
);
const ConflictScreen = lazyScreen(async () => (await import("#features/outbox/conflict-screen.tsx")).ConflictScreen);
const PhotoScreen = lazyScreen(async () => (await import("#features/photos/photo-screen.tsx")).PhotoScreen);
const AlarmLayer = lazyScreen(async () => (await import("#features/alarm/alarm-layer.tsx")).AlarmLayer);
const CheckScreen = lazyScreen(
  async () => (await import("#features/vehicle-check/check-screen.tsx")).VehicleCheckScreen,
);
const VehicleChoiceScreen = lazyScreen(
  async () => (await import("#features/shift/vehicle-screen.tsx")).VehicleChoiceScreen,
);
const DiagnosticLogScreen = lazyScreen(
  async () => (await import("#features/outbox/log-screen.tsx")).DiagnosticLogScreen,
);
const MessagesScreen = lazyScreen(async () => (await import("#features/messages/messages-screen.tsx")).MessagesScreen);
const PassedOn = lazyScreen(async () => (await import("#features/case/forwarded-cases.tsx")).ForwardedCases);
const loadPermissionScreens = () => import("#features/permissions/first-permissions.tsx");
const FirstPermissionScreens = lazyScreen(async () => (await loadPermissionScreens()).FirstPermissionScreens);
const SinglePermissionScreen = lazyScreen(async () => (await loadPermissionScreens()).SinglePermissionScreen);
const PositionsScreen = lazyScreen(
  async () => (await import("#features/positions/positions-screen.tsx")).PositionsScreen,
);

/** The screen of the current route, and an alarm over it. */
export function UnlockedApp() {
  useShiftUpdatesWhileUnlocked();
  return (
    <>
      <RoutedScreen />
      <AlarmOverScreens />
    </>
  );
}

/** Alarm over every other screen. */
function AlarmOverScreens() {
  const tour = findRunningTour(useStore(shiftStore));
  return tour && <AlarmLayer tour_id={tour.id} />;
}

function RoutedScreen() {
  const known = useStoreWhileUntouched(shiftStore);
  const at = useStore(currentRoute);
  // A refused start leaves no tour, and must be decided anyway.
  if (at.is === "outbox") return <OutboxScreen />;
  if (at.is === "log") return <DiagnosticLogScreen />;
  if (at.is === "messages") return <MessagesScreen />;
  if (at.is === "conflict") return <ConflictScreen chain={at.chain} />;
  if (at.is === "photo") return <PhotoScreen id={at.id} />;
  const tour = findRunningTour(known);
  if (at.is === "positions") return <PositionsScreen />;
  if (at.is === "permission") return <SinglePermissionScreen step={at.step} />;
  // Back from the tour leads to the screens that began it; they must not begin another.
  if (tour !== undefined && isShiftBeginningRoute(at)) return <TourScreens tour={tour} />;
  // Nor may they begin a tour whose start was refused: the driver decides on that first.
  const refused = chainOfRefusedStart(known, shiftStartOf(at));
  if (refused !== undefined) return <ConflictScreen chain={refused} />;
  if (at.is === "check") return <CheckScreen key={at.check.vehicle.id} check={at.check} />;
  if (at.is === "vehicle") return <VehicleChoiceScreen start={at.start} />;
  if (tour !== undefined) return <TourScreens tour={tour} />;
  return known.isKnown ? (
    <FirstPermissionScreens>
      <ShiftStartScreen />
    </FirstPermissionScreens>
  ) : (
    <LoadingShiftScreen />
  );
}

function LoadingShiftScreen() {
  const t = useTranslations("shift");
  return (
    <ScreenLayout title={t("title")}>
      <div className="looking" role="status" aria-label={t("title")} />
    </ScreenLayout>
  );
}

function TourScreens({ tour }: { tour: DriverTour }) {
  const known = useStoreWhileUntouched(shiftStore);
  const at = useStore(currentRoute);
  const list = (
    <TourScreen
      tour={tour}
      card={(shown) => <CaseCard shown={shown} tour_id={tour.id} />}
      primary={(shown) => <ListedCaseNextStep shown={shown} tour_id={tour.id} />}
      passedOn={<PassedOn tour_id={tour.id} />}
    />
  );
  if (!("id" in at)) return at.is === "end" ? <ShiftEndScreen tour={tour} /> : list;
  const shown = caseWithOutboxApplied(known, at.id, tour.id);
  const link = shown && linkOfTour(shown, tour.id);
  if (shown === undefined || link === undefined) return list;
  if (at.is === "identity") return <IdentityScreen shown={shown} />;
  if (at.is === "belongings") return <BelongingsScreen shown={shown} link={link} tour_id={tour.id} />;
  if (at.is === "form") return <CaseActionForm form={at.form} shown={shown} link={link} tour_id={tour.id} />;
  return <CaseScreen shown={shown} tour_id={tour.id} />;
}
