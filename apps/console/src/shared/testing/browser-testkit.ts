/** Adds browser features that happy-dom lacks, as far as components and libraries need them. */
export function polyfillBrowser() {
  // happy-dom has no layout: every element is as large as a screen.
  for (const [name, pixels] of Object.entries({ Width: 1600, Height: 900 }))
    for (const box of ["offset", "client"]) defineGetter(HTMLElement.prototype, `${box}${name}`, () => pixels);
  // react-hook-form reads these to detect a choice that was made before it was ready.
  defineGetter(HTMLSelectElement.prototype, "size", () => 0);
  defineGetter(HTMLOptionElement.prototype, "defaultSelected", () => false);
  // Fields that grow with their text measure it again when a font is loaded.
  defineGetter(document, "fonts", () => fakeFontSet);
  for (const [name, attribute] of Object.entries({ role: "role", ariaExpanded: "aria-expanded" }))
    defineGetter(Element.prototype, name, function reflected(this: Element) {
      return this.getAttribute(attribute);
    });
}

const fakeFontSet = new EventTarget();

const defineGetter = (target: object, name: string, get: (this: Element) => unknown) =>
  Object.defineProperty(target, name, { configurable: true, get });
