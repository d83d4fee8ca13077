import "@fontsource-variable/inter";
import "@fontsource/jetbrains-mono/latin-400.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@leitstand/ui/tokens.css";
import "@leitstand/ui/base.css";
import { begin } from "#app/begin.ts";

begin(window.location);
const { showConsole } = await import("#app/console.tsx");
showConsole(document.getElementById("root") as HTMLElement);
