import { Button } from "@mantine/core";
import { IconCurrentLocation } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { showToast, showWarning } from "#shared/screen/toasts.tsx";

/** Button that asks the phones of a tour, or of one vehicle, for their position. */
export function LocateOnMapButton({ tour_id, vehicle_id }: { tour_id?: string; vehicle_id?: string }) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const textOf = useFaultText();
  const [isBusy, setBusy] = useState(false);
  if (!may("sendUpdateLocationMessage")) return null;
  const ask = async () => {
    setBusy(true);
    try {
      const { sent } =
        tour_id === undefined
          ? await api.sendUpdateLocationMessage({ vehicle_ids: [vehicle_id ?? ""] })
          : await api.sendTourUpdateLocationMessage({ id: tour_id });
      showToast(t("located", { count: sent }));
    } catch (error) {
      showWarning(textOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt={8}
      loading={isBusy}
      leftSection={<IconCurrentLocation size={14} stroke={1.8} />}
      onClick={() => void ask()}
    >
      {t("locate")}
    </Button>
  );
}
