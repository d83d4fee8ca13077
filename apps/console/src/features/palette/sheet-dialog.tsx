import { Modal, Switch } from "@mantine/core";
import { InlineTextIcon } from "@leitstand/ui/signs";
import { KeyboardKey } from "@leitstand/ui/states";
import { Fragment } from "react";
import { useTranslations } from "use-intl";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { changePreferences, preferencesStore } from "#shared/state/preferences.ts";
import { useStore } from "@leitstand/app/store";
import styles from "./palette.module.css";
import { type ShortcutGroupName, shortcutGroups, type ShortcutRow } from "./shortcut-keys.ts";

const shortcutColumns: readonly (readonly ShortcutGroupName[])[] = [["everywhere", "go", "timeline"], ["list"]];

export function ShortcutSheetDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("palette");
  useReturnFocus();
  const { letterShortcuts } = useStore(preferencesStore);
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={false} size={720} padding={0}>
      <Modal.Overlay blur={0} backgroundOpacity={0.3} />
      <Modal.Content radius={8}>
        <div className={styles["title"]}>
          <Modal.Title fz={16} fw={600}>
            {t("sheet_title")}
          </Modal.Title>
          <Modal.CloseButton aria-label={t("close")} />
        </div>
        <div className={styles["sheet"]}>
          {shortcutColumns.map((groups) => (
            <div key={groups.join()}>
              {groups.map((group) => (
                <ShortcutRows key={group} group={group} areLettersOn={letterShortcuts} />
              ))}
            </div>
          ))}
        </div>
        <div className={styles["foot"]}>
          <Switch
            checked={letterShortcuts}
            onChange={(event) => changePreferences({ letterShortcuts: event.currentTarget.checked })}
            label={t("letters")}
            description={t("letters_hint")}
          />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function ShortcutRows({ group, areLettersOn }: { group: ShortcutGroupName; areLettersOn: boolean }) {
  const t = useTranslations("palette");
  const rows: readonly ShortcutRow[] = shortcutGroups[group];
  return (
    <table>
      <caption>{t(`keys_${group}`)}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className={areLettersOn || worksWithoutLetters(row) ? undefined : styles["off"]}>
            <th scope="row">{t(`key_${row.name}`)}</th>
            <td>
              {row.keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && row.keys[0] === "G" && <span className={styles["then"]}>{t("then")}</span>}
                  <KeyboardKey>
                    <KeyCap name={key} />
                  </KeyboardKey>
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Label of a key. */
function KeyCap({ name }: { name: string }) {
  const t = useTranslations("palette");
  if (name === "Enter") return <InlineTextIcon of="enter" label={t("cap_Enter")} />;
  return name === "Home" || name === "End" ? t(`cap_${name}`) : name;
}

const keysWithoutLetters: readonly ShortcutRow["name"][] = ["close", "arrows", "edges", "open"];
const worksWithoutLetters = ({ name, isChord = false }: ShortcutRow) => isChord || keysWithoutLetters.includes(name);
