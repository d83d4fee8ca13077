import type { ClientModule } from "@docusaurus/types";
import "./navigation-spinner.css";

/** Delay of the spinner in milliseconds: most pages arrive sooner, and a flashing spinner makes them look slow. */
const SPINNER_DELAY_MS = 200;

let spinnerElement: HTMLElement | undefined;

/** Shows the spinner above the old page, which stays until the next one is there. */
function showSpinner() {
  spinnerElement ??= document.createElement("div");
  spinnerElement.className = "navigation-spinner";
  spinnerElement.setAttribute("role", "status");
  const wheel = document.createElement("div");
  wheel.setAttribute("role", "progressbar");
  wheel.setAttribute("aria-label", "Loading");
  spinnerElement.replaceChildren(wheel);
  document.body.append(spinnerElement);
}

export const onRouteUpdate: ClientModule["onRouteUpdate"] = ({ location, previousLocation }) => {
  if (previousLocation === null || location.pathname === previousLocation.pathname) return undefined;
  const timer = window.setTimeout(showSpinner, SPINNER_DELAY_MS);
  return () => window.clearTimeout(timer);
};

export const onRouteDidUpdate: ClientModule["onRouteDidUpdate"] = () => spinnerElement?.remove();
