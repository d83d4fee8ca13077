import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Case } from "@leitstand/contract/cases/case";
import { aBoardSnapshot, aCaseSummary } from "#live/board.fixture.ts";
import type { CaseSummary } from "#live/case-entity.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import { clearLiveData, entityStore } from "#live/store.ts";
import { liveStreamStateStore } from "#live/stream-state.ts";
import { createBoardFollower, stubLiveStream } from "#live/stream-testkit.ts";
import { queryClient } from "#shared/api/api.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { createOnePageAnswer, numberedId } from "#shared/testing/example-testkit.ts";
import {
  actAndRender,
  clickElement,
  mountComponent,
  setFakeSystemTime,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { CaseQueue } from "../case-queue.tsx";
import { parseQueueFilters, type QueueListOptions } from "../queue-filter.ts";
import { queueCountQuery, queueQuery } from "../queue.queries.ts";
import { LiveQueueRows } from "./live-rows.ts";

/** Two cases that become late one after the other. */
const cases = ["2026-03-02T08:00:00Z", "2026-03-02T08:15:30Z"].map((due_at, index) => ({
  ...aFullCase({ display_name: `Muster ${index}` }),
  id: numberedId(index + 1),
  due_at,
}));
const findDueCases = ({ due_from = "2000-01-01T00:00:00Z", due_to = "2100-01-01T00:00:00Z" }: CaseSearchRequest) =>
  cases.filter(({ due_at }) => Date.parse(due_from) <= Date.parse(due_at) && Date.parse(due_at) < Date.parse(due_to));
const dueTimesOf = (bodies: readonly CaseSearchRequest[]) => bodies.map(({ due_from, due_to }) => [due_from, due_to]);
const aCaseCreatedEvent = (number: number): StreamEvent => ({
  type: "case update",
  timestamp: "2026-03-02T08:15:00Z",
  data: {
    case_id: numberedId(number),
    natural_id: "C-2026-000003",
    display_name: "Muster Maria",
    branch_id: numberedId(8),
    state: "OPEN",
    finalized: false,
    lock_version: 1,
    change: "created",
    tour_case_states: [],
  },
});
const serveCases = () =>
  stubApiFetch({
    getUserInfo: () => aDispatcher(),
    getDashboard: () => aBoardSnapshot({ tours: [], vehicle_ids: [] }),
    getCases: ({ body }) => createOnePageAnswer("cases", findDueCases(body)),
  });

describe("a list of late cases", () => {
  const options: QueueListOptions = {
    tab: "open",
    text: undefined,
    filters: parseQueueFilters(["due:late"]),
    today: "2026-03-02",
  };
  const { queryKey } = queueQuery(options);
  let offered: (readonly string[])[];
  let stop: () => void;
  let closeList: () => void;
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-03-02T08:15:00Z") });
    offered = [];
    stop = new LiveQueueRows(
      { options, queryKey },
      { onChanged: () => undefined, onEntered: (ids) => offered.push(ids) },
    ).start();
  });
  afterEach(() => {
    stop();
    closeList();
  });
  /** Reads the list, and keeps it as a list on screen is kept. */
  const showList = async () => {
    closeList = new InfiniteQueryObserver(queryClient, queueQuery(options)).subscribe(() => undefined);
    await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  };
  const passMinute = () => vi.advanceTimersByTimeAsync(60_000);

  it("a list of late cases offers a case within a minute of its due time, and only once", async () => {
    const server = serveCases();
    await showList();
    await passMinute();
    await vi.waitFor(() => expect(offered).toEqual([[numberedId(2)]]));
    await passMinute();
    const asked = [
      [undefined, "2026-03-02T08:15:00.000Z"],
      ["2026-03-02T08:15:00.000Z", "2026-03-02T08:16:00.000Z"],
      ["2026-03-02T08:16:00.000Z", "2026-03-02T08:17:00.000Z"],
    ];
    await vi.waitFor(() => expect(dueTimesOf(server.bodiesOf("getCases"))).toEqual(asked));
    expect(offered).toHaveLength(1);
  });

  it("a list of late cases asks for the time of a failed request again", async () => {
    const server = serveCases();
    await showList();
    server.answer({ getCases: () => new StubApiRefusal("AUTH_GRANT_MISSING") });
    await passMinute();
    await vi.waitFor(() => expect(server.bodiesOf("getCases")).toHaveLength(2));
    server.answer({ getCases: ({ body }) => createOnePageAnswer("cases", findDueCases(body)) });
    await passMinute();
    await vi.waitFor(() => expect(offered).toEqual([[numberedId(2)]]));
  });

  it("the number of late cases is counted again each minute", async () => {
    serveCases();
    const counted = new QueryObserver(queryClient, queueCountQuery(options));
    closeList = counted.subscribe(() => undefined);
    await vi.waitFor(() => expect(counted.getCurrentResult().data).toBe(1));
    await passMinute();
    await vi.waitFor(() => expect(counted.getCurrentResult().data).toBe(2));
  });

  it("a list of late cases that has been left asks for no more", async () => {
    const server = serveCases();
    await showList();
    stop();
    await passMinute();
    expect(server.bodiesOf("getCases")).toHaveLength(1);
  });
});

describe("a list beside a live board", () => {
  const followBoard = createBoardFollower();
  const options: QueueListOptions = {
    tab: "open",
    text: undefined,
    filters: parseQueueFilters([]),
    today: "2026-03-02",
  };
  const { queryKey } = queueQuery(options);

  it("a new case is offered even if the server could not be asked about it at once", async () => {
    vi.useFakeTimers();
    const server = serveCases();
    server.answer({ getLocations: () => [] });
    const stream = stubLiveStream();
    const closeList = new InfiniteQueryObserver(queryClient, queueQuery(options)).subscribe(() => undefined);
    await waitUntil(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
    const offered: string[] = [];
    const rows = new LiveQueueRows(
      { options, queryKey },
      { onChanged: () => undefined, onEntered: (ids) => offered.push(...ids) },
    );
    const stop = rows.start();
    followBoard();
    await waitUntil(() => expect(liveStreamStateStore.get()).toBe("live"));
    let refusals = 0;
    server.answer({
      getCases: () => {
        refusals++;
        return new StubApiRefusal("RATE_LIMIT_EXCEEDED", ["retry_after", "60"]);
      },
    });
    stream.send(aCaseCreatedEvent(3), "2-a");
    await waitUntil(() => expect(refusals).toBeGreaterThan(0));
    server.answer({
      getCases: () => createOnePageAnswer("cases", [{ ...aFullCase(), id: numberedId(3) }]),
    });
    await waitUntil(() => expect(offered).toEqual([numberedId(3)]));
    stop();
    closeList();
  });
});

describe("a queue that stays open", () => {
  const openQueue = (filter: string) =>
    mountComponent(<CaseQueue view={{ tab: "all", days: 1, filter: [filter] }} onView={() => undefined} />);

  it("a queue of late cases offers a case that has become late, and shows it on request", async () => {
    setFakeSystemTime("2026-03-02T08:15:00Z");
    serveCases();
    await openQueue("due:late");
    await waitUntil(() => findByRole("option", /Muster 0/));
    setFakeSystemTime("2026-03-02T08:16:00Z");
    const offer = await waitUntil(() => findByRole("button", "1 neuer Fall"));
    expect(findAllByRole("option")).toHaveLength(1);
    await clickElement(offer);
    await waitUntil(() => expect(findAllByRole("option")).toHaveLength(2));
  });

  it("a queue of the cases that are due today lists those of the next day once it has begun", async () => {
    setFakeSystemTime("2026-03-02T22:59:00Z");
    const server = serveCases();
    await openQueue("due:today");
    await waitUntil(() => findByRole("option", /Muster 0/));
    const before = server.bodiesOf("getCases").length;
    setFakeSystemTime("2026-03-02T23:00:00Z");
    await waitUntil(() => expect(server.bodiesOf("getCases").length).toBeGreaterThan(before));
    const [due] = dueTimesOf(server.bodiesOf("getCases").slice(before));
    expect(due).toEqual(["2026-03-02T23:00:00.000Z", "2026-03-03T23:00:00.000Z"]);
  });

  describe("when it is opened", () => {
    const created = { ...aFullCase({ display_name: "Muster neu" }), id: numberedId(3) };
    const summary = (number: number, updated_at: string) =>
      aCaseSummary({ case_id: numberedId(number), updated_at, created_at: updated_at });
    const young = summary(3, "2026-03-02T11:15:01Z");
    /** Opens the queue beside a board with the given cases; the list was answered before the board. */
    const openBesideBoard = async (onBoard: readonly CaseSummary[], listed: readonly Case[] = cases) => {
      clearLiveData();
      setFakeSystemTime("2026-03-02T08:15:00Z");
      const asked: (readonly string[] | undefined)[] = [];
      let answerBoard: () => void = () => undefined;
      // The clock of the server is three hours ahead of the browser's.
      const board = { ...aBoardSnapshot({ tours: [], vehicle_ids: [], cases: [...onBoard] }) };
      const snapshot = new Promise<typeof board>((resolve) => {
        answerBoard = () => resolve({ ...board, generated_at: "2026-03-02T11:15:02Z" });
      });
      stubApiFetch({
        getUserInfo: () => aDispatcher(),
        getDashboard: () => snapshot,
        getCases: ({ body }) => {
          if (body.size === 1 && !body.ids) return createOnePageAnswer("cases", []);
          asked.push(body.ids);
          const isLater = asked.length > 1;
          return createOnePageAnswer("cases", body.ids || isLater ? [...(body.ids ? [] : listed), created] : listed);
        },
      });
      await mountComponent(<CaseQueue view={{ tab: "open", days: 1 }} onView={() => undefined} />);
      await waitUntil(() => expect(asked).toHaveLength(1));
      setFakeSystemTime("2026-03-02T08:15:03Z");
      await actAndRender(() => answerBoard());
      await waitUntil(() => expect(entityStore.board).toBeDefined());
      return asked;
    };

    it("a queue offers a case that was created between the answers about the list and about the board", async () => {
      const asked = await openBesideBoard([young]);
      await waitUntil(() => findByRole("button", "1 neuer Fall"));
      expect(asked).toEqual([undefined, [numberedId(3)]]);
    });

    it("an empty queue shows a case that was created between both answers at once", async () => {
      await openBesideBoard([young], []);
      await waitUntil(() => expect(findAllByRole("option")).toHaveLength(1));
    });

    it("a queue asks only about those cases of the board that are younger than the list", async () => {
      const asked = await openBesideBoard([summary(4, "2026-03-02T11:14:30Z"), young]);
      await waitUntil(() => expect(asked).toHaveLength(2));
      expect(asked).toEqual([undefined, [young.case_id]]);
    });
  });
});
