import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { LeavingPage } from "#features/session/leaving-page.tsx";
import { leaving } from "#features/session/sign-out.ts";
import { queryClient } from "#shared/api/api.ts";
import { Texts } from "#shared/text/i18n.tsx";
import { preferences } from "#shared/state/preferences.ts";
import { tenant } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { router } from "./router.tsx";
import { theme } from "./theme.ts";
import { applyBrand } from "./brand.ts";

export const showConsole = (root: HTMLElement) => createRoot(root).render(<Console />);

function Console() {
  const { scheme, density } = useStore(preferences);
  const company = useStore(tenant);
  const left = useStore(leaving);
  useEffect(() => applyBrand(company), [company]);
  useEffect(() => {
    document.documentElement.dataset["density"] = density;
  }, [density]);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(scheme === "auto" ? {} : { forceColorScheme: scheme })}
    >
      <QueryClientProvider client={queryClient}>
        <Texts>
          <Notifications position="bottom-center" />
          {left === null ? <RouterProvider router={router} /> : <LeavingPage token={left} />}
        </Texts>
      </QueryClientProvider>
    </MantineProvider>
  );
}
