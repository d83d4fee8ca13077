/** In the app switcher, and in the picture that the phone keeps of it, nobody reads a name. */
export function coverWhenHidden() {
  const cover = () => {
    document.documentElement.toggleAttribute("data-covered", document.visibilityState === "hidden");
  };
  document.addEventListener("visibilitychange", cover);
  cover();
}
