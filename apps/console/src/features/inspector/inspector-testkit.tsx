import type { Case } from "@leitstand/contract/cases/case";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import type { BoardView, ChangeBoardView } from "#shared/state/board-view.ts";
import { mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { type StubServer, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import { Inspector } from "./inspector.tsx";

/** Options of an opened inspector: the case beside the board, and the grants of the user. */
interface InspectorOptions {
  readonly dispatchCase?: Case;
  readonly grants?: readonly string[];
  readonly answers?: Parameters<StubServer["answer"]>[0];
}
interface OpenedInspector {
  readonly server: StubServer;
  /** Views that the board was asked for, the oldest first. */
  readonly views: readonly Parameters<ChangeBoardView>[0][];
}

const noonInVienna = "2026-11-21T11:00:00Z";

/** A case of today that is not late at noon in Vienna. */
export const aCaseOfToday = (change: Partial<Case> = {}): Case =>
  aFullCase({ not_before: "2026-11-21T12:00:00Z", due_at: "2026-11-21T13:30:00Z", lock_version: 4, ...change });

/** Opens the inspector of a case; its content is there when it returns. */
export async function openTestCaseInspector({
  dispatchCase = aCaseOfToday(),
  ...given
}: InspectorOptions = {}): Promise<OpenedInspector> {
  const inspector = await renderTestCaseInspector({
    ...given,
    answers: { getCase: () => dispatchCase, ...given.answers },
  });
  await waitUntil(() => findByRole("heading", dispatchCase.display_name));
  return inspector;
}

/** Opens the inspector of a case without waiting for an answer. */
export async function renderTestCaseInspector({
  dispatchCase,
  grants = [],
  answers = {},
}: InspectorOptions): Promise<OpenedInspector> {
  clearLiveData();
  setFakeSystemTime(noonInVienna);
  const server = stubApiFetch({
    getUserInfo: () => aDispatcher({ grants: [...grants] }),
    getCaseStateHistory: () => [],
    ...answers,
  });
  const views: Parameters<ChangeBoardView>[0][] = [];
  const view: BoardView = { tab: "open", days: 1, case: (dispatchCase ?? aFullCase()).id };
  await mountComponent(<Inspector view={view} onView={(change) => views.push(change)} messageForm={() => null} />);
  return { server, views };
}
