import { ThemeClassNames } from "@docusaurus/theme-common";
import type { Props } from "@theme/DocSidebarItem/Category";
import DocSidebarItems from "@theme/DocSidebarItems";
import Category from "@theme-original/DocSidebarItem/Category";
import { clsx } from "clsx";

/** Heading for a group that has no address and is always open: the theme would make it a link without an address. */
export default function SidebarCategory(props: Props) {
  const { item, level, onItemClick, activePath } = props;
  if (item.collapsible || item.href !== undefined) return <Category {...props} />;
  const { docSidebarItemCategory, docSidebarItemCategoryLevel } = ThemeClassNames.docs;
  return (
    <li className={clsx(docSidebarItemCategory, docSidebarItemCategoryLevel(level), "menu__list-item", item.className)}>
      <div className="menu__list-item-collapsible">
        <span className="menu__link">{item.label}</span>
      </div>
      <ul className="menu__list">
        <DocSidebarItems items={item.items} onItemClick={onItemClick} activePath={activePath} level={level + 1} />
      </ul>
    </li>
  );
}
