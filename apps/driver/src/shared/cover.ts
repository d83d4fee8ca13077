/**
 * Covers the page while it is hidden, so that the app switcher, and the picture that the phone keeps of it, show no
 * names.
 */
export function coverPageWhenHidden() {
  const cover = () => {
    document.documentElement.toggleAttribute("data-covered", document.visibilityState === "hidden");
  };
  document.addEventListener("visibilitychange", cover);
  cover();
}
