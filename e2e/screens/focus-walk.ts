import type { Page } from "playwright-core";

/** Tab stop as users without a mouse or a screen find it. */
export interface TabStop {
  readonly what: string;
  readonly name: string;
  /** Whether the focus is visible: the element looks different from when it is not focused, and nothing covers it. */
  readonly isMarked: boolean;
  readonly isCovered: boolean;
}
const TAB_STOPS_MAX = 250;

/** Walks by Tab from the top of a page until it starts again. Names are computed by axe, which has to be loaded. */
export async function walkByTab(page: Page): Promise<readonly TabStop[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const element of document.querySelectorAll("[data-walked]")) element.removeAttribute("data-walked");
  });
  const stops: TabStop[] = [];
  for (let step = 0; step < TAB_STOPS_MAX; step++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(readTabStop);
    if (stop === "again") return stops;
    if (stop !== "outside") stops.push(stop);
  }
  throw new Error(`After ${TAB_STOPS_MAX} stops the walk has not come back: ${JSON.stringify(stops.slice(-3))}`);
}

/** Describes the focused element; runs in the page. */
function readTabStop(): TabStop | "again" | "outside" {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return "outside";
  if (element.dataset["walked"] !== undefined) return "again";
  element.dataset["walked"] = "";
  type WithAxe = {
    axe: { setup(): void; teardown(): void; commons: { text: { accessibleText(element: Element): string } } };
  };
  const { axe } = window as unknown as WithAxe;
  axe.setup();
  const name = axe.commons.text.accessibleText(element);
  axe.teardown();
  // A field may be marked by the frame around it.
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter(
    (one) => one instanceof Element,
  );
  const looks = () =>
    around.flatMap((one) =>
      [undefined, "::before", "::after"].map((part) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(
          one as Element,
          part,
        );
        const outline = outlineStyle === "none" || outlineWidth === "0px" ? "" : `${outlineWidth} ${outlineColor}`;
        return `${outline} ${boxShadow} ${borderColor}`;
      }),
    );
  const marked = looks();
  // An input that its label replaces is itself not drawn.
  const own = element.getBoundingClientRect();
  const isDrawn = own.width > 1 && own.height > 1 && getComputedStyle(element).opacity !== "0";
  const label = (element as HTMLInputElement).labels?.[0] ?? element.parentElement;
  const shown = isDrawn || !label ? element : label;
  const box = shown.getBoundingClientRect();
  const inside = (value: number, most: number) => Math.min(Math.max(value, 1), most - 1);
  const top = document.elementFromPoint(
    inside(box.left + box.width / 2, window.innerWidth),
    inside(box.top + Math.min(box.height / 2, 20), window.innerHeight),
  );
  const isSeen = top !== null && (shown.contains(top) || top.contains(shown));
  element.blur();
  const isMarked = looks().some((look, index) => look !== marked[index]);
  element.focus();
  const id = element.getAttribute("data-tab") ?? element.id;
  return { what: `${element.role ?? element.tagName.toLowerCase()} ${id}`.trim(), name, isMarked, isCovered: !isSeen };
}

/**
 * Elements that can be pressed, chosen or typed into with a mouse and were no stop of the walk. Those with a documented
 * key are left out: cells of a grid, options of a list and tabs by the arrows; chosen values belong to their field.
 */
export const findElementsNotReachedByTab = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, [role="button"], [role="link"], [role="menuitem"], [role="checkbox"], [role="switch"]',
    );
    return [...all]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.closest("[inert], [aria-hidden=true]") === null,
      )
      .filter((element) => !element.hasAttribute("data-walked") && !element.matches(":disabled, [type=hidden]"))
      .filter(
        (element) => element.closest('[role="treegrid"], [role="listbox"], [role="tablist"], [role="option"]') === null,
      )
      .filter((element) => !(element instanceof HTMLInputElement && element.type === "radio"))
      .map(
        (element) =>
          element.getAttribute("aria-label") ?? element.textContent?.trim() ?? element.outerHTML.slice(0, 80),
      );
  });
