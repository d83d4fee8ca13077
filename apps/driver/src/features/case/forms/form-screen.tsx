import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { PrimaryButton, ScreenLayout } from "#shared/screen.tsx";
import type { TapHandler } from "#shared/tap-button.tsx";

interface FormScreenProps<R> {
  readonly title: string;
  readonly button: string;
  /** Name of the missing field; the primary button shows it, and stays enabled. */
  readonly missing: string | undefined;
  readonly onSave: TapHandler<R>;
  readonly children: ReactNode;
}

/** Screen of a form, without tools: its fields, and the buttons for them. */
export function CaseActionFormScreen<R>({ title, button, missing, onSave, children }: FormScreenProps<R>) {
  const t = useTranslations("case.form");
  const [wasTried, setTried] = useState(false);
  const press = async () => {
    if (missing === undefined) await onSave();
    else setTried(true);
  };
  return (
    <ScreenLayout title={title} hasBack primary={<PrimaryButton onClick={press}>{button}</PrimaryButton>}>
      {children}
      {wasTried && missing !== undefined && (
        <p className="fault" role="alert">
          {t("missing", { what: missing })}
        </p>
      )}
    </ScreenLayout>
  );
}
