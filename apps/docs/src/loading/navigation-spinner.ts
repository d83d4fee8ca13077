import type { ClientModule } from "@docusaurus/types";
import "./navigation-spinner.css";

/** Delay of the spinner in milliseconds: most pages arrive sooner, and a flashing spinner makes them look slow. */
const DELAY_MS = 200;

let spinner: HTMLElement | undefined;

/** Shows the spinner above the old page, which stays until the next one is there. */
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
