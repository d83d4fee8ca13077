import { Menu } from "@mantine/core";
import { useTranslations } from "use-intl";
import { runExport } from "#shared/exports/run-export.tsx";
import { useHasGrant } from "#shared/api/me.ts";
import { currentLanguage } from "#shared/text/texts.ts";
import type { Tour } from "./tour-facts.ts";

const exportFormats = ["PDF", "XLSX", "CSV"] as const;

/** Menu entries that export the tour as a document or table. */
export function TourExports({ tour: { id, natural_id } }: { tour: Tour }) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  if (!may("exportTour")) return null;
  const begin = (format: (typeof exportFormats)[number]) =>
    void runExport({
      key: `tour ${id} ${format}`,
      title: t("export_tour", { id: natural_id, format }),
      ask: (client, options) => client.exportTour({ id, format, language: currentLanguage() }, options),
    });
  return exportFormats.map((format) => (
    <Menu.Item key={format} onClick={() => begin(format)}>
      {t("export_as", { format })}
    </Menu.Item>
  ));
}
