import { createStore } from "@leitstand/app/store";

export type ColorTheme = "dark" | "sun";

const THEME_KEY = "leitstand-driver.theme";
const storedTheme = (): ColorTheme => (localStorage.getItem(THEME_KEY) === "sun" ? "sun" : "dark");
export const themeStore = createStore<ColorTheme>(storedTheme());

/** Applies the scheme: dark for cabins at night, pure black on white for the sun. */
export function applyTheme() {
  const root = document.documentElement;
  root.dataset["theme"] = themeStore.get();
  root.dataset["mantineColorScheme"] = themeStore.get() === "dark" ? "dark" : "light";
}

themeStore.subscribe(() => {
  localStorage.setItem(THEME_KEY, themeStore.get());
  applyTheme();
});

// A change in one window applies to all of them.
window.addEventListener("storage", ({ key }) => {
  if (key === THEME_KEY) themeStore.set(storedTheme());
});
