import type { Page } from "playwright-core";

/** Everything that came to a page: bodies of answers as far as they have arrived, and whatever stood in the document. */
export interface Reached {
  /** The live stream, which never ends. */
  readonly streamed: string;
  /** All other answers. */
  readonly answered: string;
  /** Texts and attributes, also of what stood there for a moment only. */
  readonly shown: string;
}

/** To be called before the page opens: what has passed is not to be had again. */
export async function listenOn(page: Page): Promise<() => Promise<Reached>> {
  await page.addInitScript(listen);
  return () => page.evaluate(() => (window as unknown as Listening).reached());
}

interface Listening {
  reached(): Reached;
}

/** Runs in the page, before anything of ours. */
function listen() {
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
    // A request that is given up ends its copy too; what came before is kept.
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
  (window as unknown as Listening).reached = () => ({
    streamed: textOf(true),
    answered: textOf(false),
    shown: [...shown].join("\n"),
  });
}
