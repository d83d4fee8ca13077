import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect } from "react";
import { CaseQueue } from "#features/queue/case-queue.tsx";
import { Inspector } from "#features/inspector/inspector.tsx";
import { TourTimeline } from "#features/tours/tour-timeline.tsx";
import type { BoardView, ChangeView } from "#shared/board-view.ts";
import { boardQuery } from "#shared/board.ts";
import { goLive } from "#shared/live.ts";
import { session } from "#shared/session.ts";
import { useStore } from "#shared/store.ts";
import { BoardLayout } from "../board-layout.tsx";
import { Shell } from "../shell.tsx";

const BoardMap = lazy(async () => ({ default: (await import("#features/map/board-map.tsx")).BoardMap }));
const CaseForm = lazy(async () => ({ default: (await import("#features/case-form/case-form.tsx")).CaseForm }));

export function BoardRoute() {
  const view = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const change: ChangeView = useCallback(
    (wanted) => void navigate({ search: (current) => withoutUndefined({ ...current, ...wanted }), replace: true }),
    [navigate],
  );
  const token = useStore(session)?.token;
  useEffect(() => {
    if (token === undefined) return;
    const stop = new AbortController();
    void goLive(stop.signal);
    return () => stop.abort();
  }, [token]);
  // One call for everything that a board begins with; the features read it from the cache.
  useQuery(boardQuery);
  const { form } = view;
  return (
    <Shell view={view} onView={change}>
      <BoardLayout
        queue={<CaseQueue view={view} onView={change} />}
        map={
          <Suspense fallback={null}>
            <BoardMap view={view} onView={change} />
          </Suspense>
        }
        inspector={(view.case ?? view.tour ?? view.vehicle) ? <Inspector view={view} onView={change} /> : null}
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
    </Shell>
  );
}

const withoutUndefined = (view: { [K in keyof BoardView]?: BoardView[K] | undefined }): BoardView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as unknown as BoardView;
