/** Shows the missing field and focuses it. */
export function focusField(id: string) {
  const found = document.getElementById(id);
  found?.scrollIntoView({ block: "center" });
  const field = found?.querySelector<HTMLElement>("input, textarea");
  (field ?? found)?.focus();
}
