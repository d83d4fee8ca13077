import { createStore } from "@leitstand/app/store";

export type Theme = "dark" | "sun";

const KEY = "leitstand-driver.theme";
const keptTheme = (): Theme => (localStorage.getItem(KEY) === "sun" ? "sun" : "dark");
export const theme = createStore<Theme>(keptTheme());

/** Applies the scheme: dark for cabins at night, pure black on white for the sun. */
export function applyTheme() {
  const root = document.documentElement;
  root.dataset["theme"] = theme.get();
  root.dataset["mantineColorScheme"] = theme.get() === "dark" ? "dark" : "light";
}

theme.subscribe(() => {
  localStorage.setItem(KEY, theme.get());
  applyTheme();
});

// A change in one window applies to all of them.
window.addEventListener("storage", ({ key }) => {
  if (key === KEY) theme.set(keptTheme());
});
