import { defaultParseSearch } from "@tanstack/react-router";
import { parseQueueFilters } from "#features/queue/queue-filter.ts";
import { queueQuery } from "#features/queue/queue.queries.ts";
import { toursQuery } from "#features/tours/tour-data.ts";
import { queryClient } from "#shared/api/api.ts";
import { readBoardView } from "#shared/state/board-view.ts";
import { prefetchBoard } from "#live/store.ts";
import { signedInUserQuery } from "#shared/api/me.ts";
import { userSessionStore } from "#shared/api/session.ts";
import { currentLanguage, loadTexts } from "#shared/text/texts.ts";
import { localDayOf } from "#shared/text/time.ts";

/**
 * Requests the data of the first screen before its code has arrived: server and browser work at the same time. A
 * request that fails here fails again where its data is shown, and the fault is shown there.
 */
export function prefetchFirstScreen({ pathname, search }: Pick<Location, "pathname" | "search">) {
  loadTexts(currentLanguage()).catch(() => undefined);
  if (pathname !== "/" || userSessionStore.get() === null) return;
  const { tab, q, filter, day, days } = readBoardView(defaultParseSearch(search));
  const today = localDayOf(Date.now());
  void queryClient.prefetchInfiniteQuery(queueQuery({ tab, text: q, filters: parseQueueFilters(filter), today }));
  void queryClient.prefetchQuery(toursQuery(day ?? today, days));
  void queryClient.prefetchQuery(signedInUserQuery);
  // The board comes last, because it is by far the largest answer, and rows can be shown without it.
  prefetchBoard();
}
