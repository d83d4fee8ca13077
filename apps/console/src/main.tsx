import "@fontsource-variable/inter";
import "@fontsource/jetbrains-mono/latin-400.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@leitstand/ui/tokens.css";
import "@leitstand/ui/base.css";
import { createRoot } from "react-dom/client";
import { Console } from "#app/console.tsx";

createRoot(document.getElementById("root") as HTMLElement).render(<Console />);
