import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { SignOutPage } from "#features/session/leaving-page.tsx";
import { tokenBeingSignedOut } from "#features/session/sign-out.ts";
import { queryClient } from "#shared/api/api.ts";
import { ToastArea } from "#shared/screen/toast-area.tsx";
import { TextsProvider } from "#shared/text/i18n.tsx";
import { preferencesStore } from "#shared/state/preferences.ts";
import { useShownTenant } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { consoleRouter } from "./router.tsx";
import { consoleTheme } from "./theme.ts";
import { applyBrand } from "./brand.ts";

export const renderConsole = (root: HTMLElement) => createRoot(root).render(<Console />);

function Console() {
  const { scheme, density } = useStore(preferencesStore);
  const company = useShownTenant();
  const left = useStore(tokenBeingSignedOut);
  useEffect(() => applyBrand(company), [company]);
  useEffect(() => {
    document.documentElement.dataset["density"] = density;
  }, [density]);
  return (
    <MantineProvider
      theme={consoleTheme}
      defaultColorScheme="auto"
      {...(scheme === "auto" ? {} : { forceColorScheme: scheme })}
    >
      <QueryClientProvider client={queryClient}>
        <TextsProvider>
          <ToastArea />
          {left === null ? <RouterProvider router={consoleRouter} /> : <SignOutPage token={left} />}
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
