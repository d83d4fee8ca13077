import { Button, TextInput } from "@mantine/core";
import { consolePaths } from "@leitstand/contract/core/console-paths";
import { FaultPanel, Skeleton } from "@leitstand/ui/states";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { findCompany } from "#features/session/company.ts";
import { ForgotPasswordForm } from "#features/session/forgot-password.tsx";
import { SignInForm } from "#features/session/sign-in-form.tsx";
import { isApiProblem } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { tenantAtSignInStore, lastSignedInTenantStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { SignInPicture } from "./sign-in-picture.tsx";
import styles from "./sign-in.module.css";

export function SignInRoute() {
  const t = useTranslations("session");
  const textOf = useFaultText();
  const { to, tenant: wanted, forgot } = useSearch({ from: consolePaths.signIn });
  const navigate = useNavigate({ from: consolePaths.signIn });
  const [forgets, setForgets] = useState(forgot === true);
  const known = useStore(lastSignedInTenantStore);
  const found = useQuery({
    queryKey: ["company", wanted ?? null],
    queryFn: async () => (await findCompany(wanted)) ?? null,
  });
  const isUnknown = isApiProblem(found.error, "RESOURCE_NOT_FOUND");
  const company = found.data ?? (found.isPending && wanted === undefined ? known : null);
  useEffect(() => {
    // A company that could not be asked for may well be the known one.
    if (found.data !== undefined || isUnknown) tenantAtSignInStore.set(company);
  }, [found.data, isUnknown, company]);
  useEffect(() => () => tenantAtSignInStore.set(undefined), []);
  return (
    <main className={styles["page"]}>
      <section className={styles["form"]}>
        <h1>{company?.name ?? "Leitstand"}</h1>
        {company && !forgets && (
          <>
            <SignInForm short_code={company.short_code} onDone={() => window.location.assign(to ?? "/")} />
            <p className={styles["links"]}>
              <Button variant="subtle" size="compact-sm" onClick={() => setForgets(true)}>
                {t("forgot")}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: { tenant: "" } })}>
                {t("other_company")}
              </Button>
            </p>
          </>
        )}
        {company && forgets && <ForgotPasswordForm short_code={company.short_code} onBack={() => setForgets(false)} />}
        {!company && found.isPending && <Skeleton rows={3} height={36} label={t("loading")} />}
        {found.error !== null && !isUnknown && (
          <FaultPanel
            texts={{ ...textOf(found.error), retry: t("retry"), copy: t("copy") }}
            onRetry={() => void found.refetch()}
          />
        )}
        {!company && (found.data === null || isUnknown) && (
          <CompanyForm
            fault={isUnknown ? t("company_unknown") : undefined}
            onDone={(short_code) => void navigate({ search: { ...(to ? { to } : {}), tenant: short_code } })}
          />
        )}
      </section>
      <SignInPicture />
    </main>
  );
}

/** Form that asks for the company where the address of the page does not name it. */
function CompanyForm({ fault, onDone }: { fault: string | undefined; onDone: (short_code: string) => void }) {
  const t = useTranslations("session");
  const [name, setName] = useState("");
  return (
    <form
      style={{ display: "grid", gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(name.trim().toLowerCase());
      }}
    >
      <TextInput
        label={t("company")}
        description={t("company_hint")}
        required
        autoFocus
        error={fault}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{t("next")}</Button>
    </form>
  );
}
