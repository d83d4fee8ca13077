import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocale } from "use-intl";
import { lastSignedInTenantStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";

/** Calls back when scheme, brand or language have changed on the page, for drawings outside of its styles. */
export function useOnAppearanceChange(onChange: (language: string) => void) {
  const scheme = useComputedColorScheme("light");
  const brand = useStore(lastSignedInTenantStore)?.frontend.colors.primary;
  const language = useLocale();
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // The page's own colours change in the effects of components above this one.
    const frame = requestAnimationFrame(() => latest.current(language));
    return () => cancelAnimationFrame(frame);
  }, [scheme, brand, language]);
}
