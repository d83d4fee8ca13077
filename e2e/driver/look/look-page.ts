/**
 * Layout faults on a screen of the phone, in words; read in the page itself. Only the open dialog is checked: behind it
 * nothing can be read or touched.
 */
export interface LayoutFaultFinder {
  /** Finds faults; `isPlain`: the letters have the app's own size. */
  faults(options: { readonly isPlain: boolean }): string[];
  /** All texts that can be read or are read aloud. */
  texts(): string[];
  /** Elements that are painted red, except for those that may be. */
  reds(): string[];
}

const TARGET_SIZE_MIN = 48;
const PRIMARY_SIZE_MIN = 68;
const LETTER_SIZE_MIN = 14;
const LAYOUT_TOLERANCE_PX = 1.5;
/** Smallest height of the content area in pixels at which a screen is still usable. */
const CONTENT_HEIGHT_MIN = 100;

const openDialogOrBody = () => document.querySelector("dialog[open]") ?? document.body;
const findAllShown = (selector: string) => [...openDialogOrBody().querySelectorAll<HTMLElement>(selector)];
const isElementHidden = (element: Element) =>
  element.closest(".visually-hidden") !== null || getComputedStyle(element).visibility === "hidden";

const shortNameOf = (element: Element) => {
  const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replaceAll(/\s+/g, " ");
  return `${element.tagName.toLowerCase()}.${element.classList.value.replaceAll(" ", ".")} "${words.slice(0, 60)}"`;
};

function visibleTexts(): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(openDialogOrBody(), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    if (parentElement !== null && (node.textContent ?? "").trim() !== "" && !isElementHidden(parentElement))
      found.push(node as Text);
  }
  return found;
}

function textLineBoxes(node: Node): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width }) => width > 0);
}

/** First box around a text that the text does not fit into. */
function findTooSmallBox(line: DOMRect, from: Element): Element | undefined {
  let isScrolled = false;
  for (
    let box: Element | null = from;
    box !== null && box !== openDialogOrBody().parentElement;
    box = box.parentElement
  ) {
    const { display, overflowY, overflowX } = getComputedStyle(box);
    if (display === "inline" || display === "contents") continue;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (line.left < left - LAYOUT_TOLERANCE_PX || line.right > right + LAYOUT_TOLERANCE_PX) return box;
    isScrolled ||= overflowY === "auto" || overflowY === "scroll";
    const isClipped = overflowX === "hidden" || box.matches("button, label, .card, .toast");
    if (isClipped && !isScrolled && (line.top < top - 3 || line.bottom > bottom + 3)) return box;
  }
  return undefined;
}

function findCutTexts(): string[] {
  return visibleTexts().flatMap((node) => {
    const from = node.parentElement;
    if (from === null) return [];
    return textLineBoxes(node).flatMap((line) => {
      if (line.left < -LAYOUT_TOLERANCE_PX || line.right > innerWidth + LAYOUT_TOLERANCE_PX)
        return `outside of the screen: ${shortNameOf(from)}`;
      const box = findTooSmallBox(line, from);
      return box === undefined ? [] : `does not fit into ${shortNameOf(box)}: ${node.textContent}`;
    });
  });
}

/** Finds words that are broken over two lines. */
function findBrokenWords(): string[] {
  return visibleTexts().flatMap((node) => {
    if (textLineBoxes(node).length < 2) return [];
    return [...(node.textContent ?? "").matchAll(/[\p{L}\d]{2,}/gu)].flatMap(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      );
      return lines.size > 1 ? `broken in two: ${word}` : [];
    });
  });
}

function findSidewaysScrolls(): string[] {
  const scrolls = [document.documentElement, ...findAllShown("*")].filter((element) => {
    const { overflowX } = getComputedStyle(element);
    const isPage = element === document.documentElement;
    if (element.matches("input, textarea, .visually-hidden") || (!isPage && overflowX === "visible")) return false;
    return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + LAYOUT_TOLERANCE_PX;
  });
  return scrolls.map((element) => `scrolls sideways: ${shortNameOf(element)}`);
}

/** Touch targets that are too small; for a field in a label the whole label counts. */
function findSmallTargets(): string[] {
  const targets = findAllShown(
    "button, a[href], summary, label:has(input, textarea), :is(input, textarea):not(label *)",
  );
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || isElementHidden(target)) return [];
    const least = target.matches(".primary, .tool") ? PRIMARY_SIZE_MIN : TARGET_SIZE_MIN;
    const isEnough = width >= TARGET_SIZE_MIN - 0.5 && height >= least - 0.5;
    return isEnough ? [] : `${Math.round(width)} by ${Math.round(height)}: ${shortNameOf(target)}`;
  });
}

const findSmallTexts = () =>
  visibleTexts().flatMap(({ parentElement }) => {
    if (parentElement === null) return [];
    const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
    return size >= LETTER_SIZE_MIN ? [] : `${size} px: ${shortNameOf(parentElement)}`;
  });

/**
 * Parts of the foot or the content that are squeezed: the next step must be visible as a whole, and so must its
 * subject.
 */
function findSqueezedParts(): string[] {
  const feet = findAllShown(".foot").filter(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + LAYOUT_TOLERANCE_PX,
  );
  const contents = findAllShown(".content").filter(({ clientHeight }) => clientHeight < CONTENT_HEIGHT_MIN);
  return [
    ...feet.map((foot) => `must be scrolled: ${shortNameOf(foot)}`),
    ...contents.map((content) => `${content.clientHeight} high: ${shortNameOf(content)}`),
  ];
}

function allShownTexts(): string[] {
  const spoken = ["aria-label", "placeholder", "title", "alt"].flatMap((name) =>
    findAllShown(`[${name}]`).map((element) => element.getAttribute(name) ?? ""),
  );
  return [
    ...visibleTexts().map(({ textContent }) => textContent ?? ""),
    ...findAllShown(".visually-hidden").map(({ textContent }) => textContent ?? ""),
    ...spoken,
  ];
}

/**
 * Elements that may be red even in a transport: messages of the dispatcher, refusals of the server and defects of a
 * vehicle.
 */
const RED_ALLOWED_SELECTOR = ".card.message, .card.refused, .check-row.defect";
const COLOR_PROPERTIES = [
  "color",
  "backgroundColor",
  "borderTopColor",
  "borderLeftColor",
  "outlineColor",
  "fill",
  "stroke",
] as const;

function findRedElements(): string[] {
  return findAllShown("*").flatMap((element) => {
    if (element.closest(RED_ALLOWED_SELECTOR) !== null || isElementHidden(element)) return [];
    const style = getComputedStyle(element);
    const red = COLOR_PROPERTIES.find((paint) => isRedColor(style[paint]));
    return red === undefined ? [] : `${red} ${style[red]}: ${shortNameOf(element)}`;
  });
}

/** Whether a colour is red by its hue, written as `rgb(216 3 35)` or as `color(srgb 0.85 0.01 0.14)`. */
function isRedColor(color: string): boolean {
  const numbers = (color.match(/[\d.]+/g) ?? []).map(Number);
  const [r = 0, g = 0, b = 0, alpha = 1] = color.startsWith("color(")
    ? numbers.map((n, at) => (at < 3 ? n * 255 : n))
    : numbers;
  const chroma = r - Math.min(g, b);
  return alpha > 0 && chroma >= 12 && r > g && r > b && Math.abs(g - b) / chroma < 1 / 3;
}

const findLayoutFaults: LayoutFaultFinder["faults"] = ({ isPlain }) => [
  ...findCutTexts(),
  ...findSidewaysScrolls(),
  ...findSmallTargets(),
  ...(isPlain ? [...findBrokenWords(), ...findSmallTexts(), ...findSqueezedParts()] : []),
];

Object.assign(window, {
  lookPage: { faults: findLayoutFaults, texts: allShownTexts, reds: findRedElements } satisfies LayoutFaultFinder,
});
