import "@fontsource-variable/inter";
import "@fontsource/jetbrains-mono/latin-400.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@leitstand/ui/tokens.css";
import "@leitstand/ui/base.css";
import { prefetchFirstScreen } from "#app/begin.ts";

prefetchFirstScreen(window.location);
const { renderConsole } = await import("#app/console.tsx");
renderConsole(document.getElementById("root") as HTMLElement);
