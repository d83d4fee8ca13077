/** Finds elements as a screen reader does: by role and name. */

const implicitRoles: readonly (readonly [selector: string, role: string])[] = [
  ["button", "button"],
  ["a[href]", "link"],
  ["input[type=checkbox]", "checkbox"],
  ["input[type=radio]", "radio"],
  ["input:not([type=hidden]), textarea", "textbox"],
  ["select", "combobox"],
  ["option", "option"],
  ["form", "form"],
  ["fieldset", "group"],
  ["nav", "navigation"],
  ["h1, h2, h3, h4", "heading"],
  ["li", "listitem"],
];

const ariaRoleOf = (element: Element): string | undefined =>
  element.getAttribute("role") ?? implicitRoles.find(([selector]) => element.matches(selector))?.[1];

/** Text of a node as screen readers read it, without hidden parts. */
function readOutText(node: Node): string {
  if (node instanceof Element && node.matches("[aria-hidden=true], [hidden], style, script")) return "";
  if (node.childNodes.length === 0) return node.textContent ?? "";
  return [...node.childNodes].map(readOutText).join("");
}

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const textOfElementIds = (ids: string) =>
  ids
    .split(/\s+/)
    .map((id) => document.getElementById(id))
    .map((element) => (element === null ? "" : readOutText(element)))
    .join(" ");

/**
 * All labels of the page, read once for many elements: a search through the page for each takes longer than everything
 * else.
 */
const labelsOfPage = () =>
  new Map([...document.querySelectorAll<HTMLLabelElement>("label[for]")].map((label) => [label.htmlFor, label]));

export const accessibleNameOf = (element: Element): string => accessibleNameWithLabels(element, labelsOfPage());

function accessibleNameWithLabels(element: Element, labels: ReadonlyMap<string, HTMLLabelElement>): string {
  const labelledBy = element.getAttribute("aria-labelledby");
  if (labelledBy !== null) return collapseSpaces(textOfElementIds(labelledBy));
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  if (element.matches("fieldset")) return collapseSpaces(readOutText(element.querySelector("legend") ?? element));
  if (element.matches("input, select, textarea")) {
    const own = labels.get(element.id) ?? element.closest("label");
    return collapseSpaces(own === null ? (element.getAttribute("placeholder") ?? "") : readOutText(own));
  }
  return collapseSpaces(readOutText(element));
}

/** Description of an element beside its name, such as the fault of a field. */
export const accessibleDescriptionOf = (element: Element) =>
  collapseSpaces(textOfElementIds(element.getAttribute("aria-describedby") ?? ""));

const isHiddenElement = (element: Element) => element.closest("[aria-hidden=true], [hidden]") !== null;

/**
 * Finds all elements with a role, in the order of the page; a string has to be the whole accessible name, a pattern any
 * part of it.
 */
export function findAllByRole(role: string, name?: string | RegExp, within: ParentNode = document): HTMLElement[] {
  const implicit = implicitRoles.filter(([, implied]) => implied === role).map(([selector]) => selector);
  const candidates = within.querySelectorAll<HTMLElement>([`[role=${role}]`, ...implicit].join(", "));
  const labels = labelsOfPage();
  return [...candidates].filter((element) => {
    if (ariaRoleOf(element) !== role || isHiddenElement(element)) return false;
    if (name === undefined) return true;
    const own = accessibleNameWithLabels(element, labels);
    return typeof name === "string" ? own === name : name.test(own);
  });
}

/** The single such element; fails when there is none or several. */
export function findByRole(role: string, name?: string | RegExp, within: ParentNode = document): HTMLElement {
  const found = findAllByRole(role, name, within);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const others = findAllByRole(role, undefined, within).map((element) => `  ${accessibleNameOf(element)}`);
  throw new Error(`${found.length} × ${role} ${String(name)}; there are:\n${others.join("\n")}`);
}

/** Text of the whole page as it is read out. */
export const pageText = () => collapseSpaces(readOutText(document.body));
