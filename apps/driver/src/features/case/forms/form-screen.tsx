import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Primary, Screen } from "#shared/screen.tsx";

interface FormScreenProps {
  readonly title: string;
  readonly button: string;
  /** The name of what is still missing; the primary says so, and stays alive. */
  readonly missing: string | undefined;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** A form has no tools: its fields, and what is done with them. */
export function FormScreen({ title, button, missing, onSave, children }: FormScreenProps) {
  const t = useTranslations("case.form");
  const [wasTried, setTried] = useState(false);
  const press = () => (missing === undefined ? onSave() : setTried(true));
  return (
    <Screen title={title} hasBack primary={<Primary onClick={press}>{button}</Primary>}>
      {children}
      {wasTried && missing !== undefined && (
        <p className="fault" role="alert">
          {t("missing", { what: missing })}
        </p>
      )}
    </Screen>
  );
}
