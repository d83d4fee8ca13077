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

const counts = { open: 9, running: 12, planned: 15, all: 10_250 };

/** What is pressed, typed into and chosen from, in each of its states. */
export function Controls() {
  const t = useTranslations("session");
  const tours = useTranslations("tours");
  const queue = useTranslations("queue");
  const [tab, setTab] = useState<keyof typeof counts>("open");
  const word = tours("save");
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
        {tours("undo")}
      </button>
      <IconButton label={tours("close")}>
        <IconX size={16} aria-hidden />
      </IconButton>
      <IconButton label={tours("row_menu", { title: "G 101 BE" })} isFramed>
        <IconDotsVertical size={16} aria-hidden />
      </IconButton>
      <IconButton label={tours("close")} disabled>
        <IconX size={16} aria-hidden />
      </IconButton>
      <TextInput label={t("email")} defaultValue="dispo1@bestattung.example" required />
      <TextInput label={t("company")} description={t("company_hint")} error={t("company_unknown")} required />
      <TextInput label={tours("field_name")} disabled defaultValue="T-2026-000004" />
      <PasswordInput
        label={t("password")}
        w={180}
        defaultValue="geheim"
        visibilityToggleButtonProps={{ "aria-label": t("show_password"), tabIndex: 0 }}
      />
      <Select label={tours("field_branch")} data={["Graz", "Leoben", "Linz"]} defaultValue="Graz" />
      <Textarea label={tours("reason")} defaultValue={tours("reason_nearer")} />
      <Checkbox label={tours("start_now")} />
      <Checkbox label={tours("start_now")} defaultChecked />
      <Checkbox label={tours("start_now")} disabled />
      <Switch label={tours("start_now")} defaultChecked />
      <SegmentedControl data={[tours("today"), tours("later")]} aria-label={tours("span")} />
      <div style={{ flex: "0 0 324px" }}>
        <QueueTabs tab={tab} counts={counts} onTab={setTab} panel="gallery-panel" />
        <div id="gallery-panel" role="tabpanel" aria-label={queue("title")} />
      </div>
      <Notification withCloseButton={false}>
        <span style={{ display: "flex", gap: 12 }}>
          {tours("moved", { case: "C-2026-000018", tour: "G 122 BE" })}
          <button type="button" className="link-button">
            {tours("undo")}
          </button>
        </span>
      </Notification>
      <Notification withCloseButton={false} color="red">
        {tours("not_movable")}
      </Notification>
    </>
  );
}
