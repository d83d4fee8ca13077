import type { ClientModule } from "@docusaurus/types";
import "./navigation-spinner.css";

/** Most pages are there before; a spinner that only flashes up makes them look slow. */
const DELAY_MS = 200;

let spinner: HTMLElement | undefined;

/** Turns above the page that one leaves, which stays until the next one is there. */
function show() {
  spinner ??= document.createElement("div");
  spinner.className = "navigation-spinner";
  spinner.setAttribute("role", "status");
  const wheel = document.createElement("div");
  wheel.setAttribute("role", "progressbar");
  wheel.setAttribute("aria-label", "Loading");
  spinner.replaceChildren(wheel);
  document.body.append(spinner);
}

export const onRouteUpdate: ClientModule["onRouteUpdate"] = ({ location, previousLocation }) => {
  if (previousLocation === null || location.pathname === previousLocation.pathname) return undefined;
  const timer = window.setTimeout(show, DELAY_MS);
  return () => window.clearTimeout(timer);
};

export const onRouteDidUpdate: ClientModule["onRouteDidUpdate"] = () => spinner?.remove();
