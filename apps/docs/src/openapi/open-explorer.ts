import { siteFacts } from "../site/site-facts";
import "./explorer.css";
import { makeAccessible } from "./explorer-accessibility";

declare global {
  interface Window {
    Scalar?: { createApiReference(place: HTMLElement, options: object): { destroy(): void } };
  }
}

const SCRIPT = "/reference/explorer.js";

/** Puts the interactive reference into its place; what is answered takes it away again. */
export async function openExplorer(place: HTMLElement, colorMode: "light" | "dark"): Promise<() => void> {
  const [facts, answer] = await Promise.all([siteFacts(), fetch("/reference/openapi.json"), loadScript()]);
  if (!answer.ok || window.Scalar === undefined) throw new Error(`${SCRIPT} did not bring what it should.`);
  const origin = facts.api_url.replace(/\/api\/v1$/, "");
  const text = await answer.text();
  const root = document.createElement("div");
  place.replaceChildren(root);
  const reference = window.Scalar.createApiReference(root, {
    content: text.replaceAll("{api_url}", facts.api_url).replaceAll("{api_origin}", origin),
    servers: [{ url: facts.api_url, description: "Demonstration" }],
    layout: "modern",
    theme: "none",
    withDefaultFonts: false,
    hideDarkModeToggle: true,
    forceDarkModeState: colorMode,
    // Addresses of its parts are made of the names that this page knows too.
    generateTagSlug: ({ name }: { name: string }) => name,
    generateOperationSlug: ({ operationId }: { operationId: string }) => operationId,
    // The site's own search answers to the same keys and knows more.
    hideSearch: true,
    hideClientButton: true,
    hiddenClients: true,
    showDeveloperTools: "never",
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: "",
    persistAuth: false,
  });
  const stop = makeAccessible(root);
  return () => {
    stop();
    reference.destroy();
    place.replaceChildren();
  };
}

/** Shows a part of the interactive reference: it begins at the address, and follows it as it does when somebody goes back. */
export function goTo(part: string) {
  window.history.replaceState(window.history.state, "", `#${part}`);
  window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
}

let loading: Promise<void> | undefined;

/** Once for as long as the page is open; a failed attempt may be repeated. */
function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: SCRIPT, async: true });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${SCRIPT} could not be loaded.`)));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
