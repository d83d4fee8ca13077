import {
  Button,
  Checkbox,
  Notification,
  PasswordInput,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconButton } from "@leitstand/ui/icon-button";
import { IconDotsVertical, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueueTabs } from "#features/queue/queue-tabs.tsx";

const tabCounts = { open: 9, running: 12, planned: 15, all: 10_250 };

/** Buttons, fields, tabs and notifications of the gallery, in each of their states. */
export const ControlSamples = () => (
  <>
    <ButtonSamples />
    <FieldSamples />
    <TabSamples />
    <NotificationSamples />
  </>
);

function ButtonSamples() {
  const t = useTranslations("tours");
  const word = t("save");
  return (
    <>
      <Button>{word}</Button>
      <Button variant="default">{word}</Button>
      <Button variant="subtle">{word}</Button>
      <Button disabled>{word}</Button>
      <Button loading>{word}</Button>
      <Button size="compact-sm">{word}</Button>
      <Button size="compact-sm" variant="default">
        {word}
      </Button>
      <button type="button" className="link-button">
        {t("undo")}
      </button>
      <IconButton label={t("close")}>
        <IconX size={16} aria-hidden />
      </IconButton>
      <IconButton label={t("row_menu", { title: "G 101 BE" })} isFramed>
        <IconDotsVertical size={16} aria-hidden />
      </IconButton>
      <IconButton label={t("close")} disabled>
        <IconX size={16} aria-hidden />
      </IconButton>
    </>
  );
}

function FieldSamples() {
  const session = useTranslations("session");
  const t = useTranslations("tours");
  return (
    <>
      <TextInput label={session("email")} defaultValue="dispo1@bestattung.example" required />
      <TextInput
        label={session("company")}
        description={session("company_hint")}
        error={session("company_unknown")}
        required
      />
      <TextInput label={t("field_name")} disabled defaultValue="T-2026-000004" />
      <PasswordInput
        label={session("password")}
        w={180}
        defaultValue="geheim"
        visibilityToggleButtonProps={{ "aria-label": session("show_password"), tabIndex: 0 }}
      />
      <Select label={t("field_branch")} data={["Graz", "Leoben", "Linz"]} defaultValue="Graz" />
      <Textarea label={t("reason")} defaultValue={t("reason_nearer")} />
      <Checkbox label={t("start_now")} />
      <Checkbox label={t("start_now")} defaultChecked />
      <Checkbox label={t("start_now")} disabled />
      <Switch label={t("start_now")} defaultChecked />
      <SegmentedControl data={[t("today"), t("later")]} aria-label={t("span")} />
    </>
  );
}

function TabSamples() {
  const t = useTranslations("queue");
  const [tab, setTab] = useState<keyof typeof tabCounts>("open");
  return (
    <div style={{ flex: "0 0 324px" }}>
      <QueueTabs tab={tab} counts={tabCounts} onTab={setTab} panel="gallery-panel" />
      <div id="gallery-panel" role="tabpanel" aria-label={t("title")} />
    </div>
  );
}

function NotificationSamples() {
  const t = useTranslations("tours");
  return (
    <>
      <Notification withCloseButton={false}>
        <span style={{ display: "flex", gap: 12 }}>
          {t("moved", { case: "C-2026-000018", tour: "G 122 BE" })}
          <button type="button" className="link-button">
            {t("undo")}
          </button>
        </span>
      </Notification>
      <Notification withCloseButton={false} color="red">
        {t("not_movable")}
      </Notification>
    </>
  );
}
