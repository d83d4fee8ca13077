import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useState } from "react";
import type { RenderMessageForm } from "#features/inspector/message-form.ts";
import { CaseQueue } from "#features/queue/case-queue.tsx";
import { TourTimeline } from "#features/tours/tour-timeline.tsx";
import type { BoardView, ChangeBoardView } from "#shared/state/board-view.ts";
import { ClashDialogs } from "#live/clash/clashes.tsx";
import { boardQuery } from "#live/store.ts";
import { keepBoardLive } from "#live/stream.ts";
import { userSessionStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { BoardLayout } from "../board-layout.tsx";
import { ConsoleShell } from "../shell.tsx";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const Inspector = lazyComponent(async () => (await import("#features/inspector/inspector.tsx")).Inspector);
const BoardMap = lazyComponent(async () => (await import("#features/map/board-map.tsx")).BoardMap);
const CaseForm = lazyComponent(async () => (await import("#features/case-form/case-form.tsx")).CaseForm);
const MessageCompose = lazyComponent(
  async () => (await import("#features/messages/message-compose.tsx")).MessageCompose,
);

const renderMessageForm: RenderMessageForm = (to) => (
  <Suspense fallback={null}>
    <MessageCompose to={to} />
  </Suspense>
);

export function BoardRoute() {
  const view = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const change: ChangeBoardView = useCallback(
    (wanted) => void navigate({ search: (current) => withoutUndefined({ ...current, ...wanted }), replace: true }),
    [navigate],
  );
  const token = useStore(userSessionStore)?.token;
  useEffect(() => {
    if (token === undefined) return;
    const stop = new AbortController();
    void keepBoardLive(stop.signal);
    return () => stop.abort();
  }, [token]);
  // One request for all data that a board begins with; features read it from the store, so this component is not drawn
  // again.
  useQuery({ ...boardQuery, notifyOnChangeProps: [] });
  const hasLists = useAreListsPainted();
  const { form } = view;
  return (
    <ConsoleShell view={view} onView={change}>
      <BoardLayout
        queue={<CaseQueue view={view} onView={change} />}
        map={
          hasLists && (
            <Suspense fallback={null}>
              <BoardMap view={view} onView={change} />
            </Suspense>
          )
        }
        inspector={
          (view.case ?? view.tour ?? view.vehicle) ? (
            <Suspense fallback={null}>
              <Inspector view={view} onView={change} messageForm={renderMessageForm} />
            </Suspense>
          ) : null
        }
        form={
          form === undefined ? null : (
            <Suspense fallback={null}>
              <CaseForm
                key={form}
                id={form}
                onClose={() => change({ form: undefined })}
                onSaved={(id) => change({ form: undefined, case: id })}
              />
            </Suspense>
          )
        }
        timeline={<TourTimeline view={view} onView={change} />}
      />
      <ClashDialogs />
    </ConsoleShell>
  );
}

/** Whether queue and timeline have been painted: the map is the most expensive part and must not delay them. */
function useAreListsPainted(): boolean {
  const [has, setHas] = useState(false);
  const awaited = useIsFetching({
    predicate: ({ queryKey: [name], state }) => (name === "queue" || name === "tours") && state.data === undefined,
  });
  useEffect(() => {
    if (awaited > 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setHas(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [awaited]);
  return has;
}

const withoutUndefined = (view: { [K in keyof BoardView]?: BoardView[K] | undefined }): BoardView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as unknown as BoardView;
