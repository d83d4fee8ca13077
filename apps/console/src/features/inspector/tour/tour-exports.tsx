import { Menu } from "@mantine/core";
import { useTranslations } from "use-intl";
import { runExport } from "#shared/exports/run-export.tsx";
import { useGrants } from "#shared/api/me.ts";
import { languageNow } from "#shared/text/texts.ts";
import type { Tour } from "./tour-facts.ts";

const formats = ["PDF", "XLSX", "CSV"] as const;

/** Menu entries that export the tour as a document or table. */
export function TourExports({ tour: { id, natural_id } }: { tour: Tour }) {
  const t = useTranslations("inspector");
  const may = useGrants();
  if (!may("exportTour")) return null;
  const begin = (format: (typeof formats)[number]) =>
    void runExport({
      key: `tour ${id} ${format}`,
      title: t("export_tour", { id: natural_id, format }),
      ask: (client, options) => client.exportTour({ id, format, language: languageNow() }, options),
    });
  return formats.map((format) => (
    <Menu.Item key={format} onClick={() => begin(format)}>
      {t("export_as", { format })}
    </Menu.Item>
  ));
}
