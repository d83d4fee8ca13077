import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { PrimaryButton, ScreenLayout } from "#shared/screen.tsx";

interface FormScreenProps {
  readonly title: string;
  readonly button: string;
  /** Name of the missing field; the primary button shows it, and stays enabled. */
  readonly missing: string | undefined;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** Screen of a form, without tools: its fields, and the buttons for them. */
export function CaseFormScreen({ title, button, missing, onSave, children }: FormScreenProps) {
  const t = useTranslations("case.form");
  const [wasTried, setTried] = useState(false);
  const press = () => (missing === undefined ? onSave() : setTried(true));
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
