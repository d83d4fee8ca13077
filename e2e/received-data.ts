import type { Page } from "playwright-core";

/** All data that reached a page: bodies of answers as far as they have arrived, and all texts of the document. */
export interface ReceivedData {
  /** Data of the live stream, which never ends. */
  readonly streamed: string;
  /** Data of all answers other than the live stream. */
  readonly answered: string;
  /** Texts and attributes, including those that were there for a moment only. */
  readonly shown: string;
}

/** Begins to listen; has to be called before the page opens, because earlier data is lost. */
export async function recordReceivedData(page: Page): Promise<() => Promise<ReceivedData>> {
  await page.addInitScript(recordInPage);
  return () => page.evaluate(() => (window as unknown as RecordingWindow).reached());
}

interface RecordingWindow {
  reached(): ReceivedData;
}

/** Runs in the page, before any of its scripts. */
function recordInPage() {
  const bodies: { isStream: boolean; text: string }[] = [];
  const shown = new Set<string>();
  const read = async (response: Response) => {
    const body = { isStream: response.headers.get("content-type")?.startsWith("text/event-stream") === true, text: "" };
    bodies.push(body);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
      body.text += piece.value;
  };
  const original = window.fetch;
  window.fetch = async (...call) => {
    const response = await original(...call);
    // An aborted request ends its copy too; earlier data is kept.
    read(response.clone()).catch(() => undefined);
    return response;
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === "characterData") shown.add(target.nodeValue ?? "");
      if (type === "attributes") shown.add((target as Element).getAttribute(attributeName ?? "") ?? "");
      for (const node of addedNodes) shown.add(node instanceof Element ? node.outerHTML : (node.nodeValue ?? ""));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const textOf = (isStream: boolean) =>
    bodies.flatMap((body) => (body.isStream === isStream ? body.text : [])).join("\n");
  (window as unknown as RecordingWindow).reached = () => ({
    streamed: textOf(true),
    answered: textOf(false),
    shown: [...shown].join("\n"),
  });
}
