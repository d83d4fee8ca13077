import type { Page } from "playwright-core";

interface CuttableWindow {
  streamCut?: AbortController;
}

/** Makes the stream of a page cuttable while all other calls go on, as behind a proxy that ends long answers. */
export const makeLiveStreamCuttable = (page: Page) =>
  page.addInitScript(() => {
    const fetchAnything = window.fetch;
    const cuttable = window as CuttableWindow;
    cuttable.streamCut = new AbortController();
    window.fetch = (input, init) => {
      const isStream = new Headers(init?.headers).get("accept")?.includes("event-stream") === true;
      const { streamCut } = cuttable;
      if (!isStream || !streamCut) return fetchAnything(input, init);
      const signal = init?.signal ? AbortSignal.any([streamCut.signal, init.signal]) : streamCut.signal;
      return fetchAnything(input, { ...init, signal });
    };
  });

export const cutLiveStream = (page: Page) =>
  page.evaluate(() => (window as CuttableWindow).streamCut?.abort(new TypeError("network error")));

export const restoreLiveStream = (page: Page) =>
  page.evaluate(() => {
    (window as CuttableWindow).streamCut = new AbortController();
  });
