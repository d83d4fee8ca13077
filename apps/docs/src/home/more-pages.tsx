import Link from "@docusaurus/Link";
import generated from "@site/generated/newest-release.json";
import type { NewestRelease } from "../../steps/home";
import { formatDay } from "../site/format-day";
import { Glyph } from "../site/glyph";
import styles from "./more-pages.module.css";

const { day, title } = generated as NewestRelease;

const linkedPages = [
  { to: "/docs/intro", glyph: "book", name: "Introduction", about: "Words we use, what will not break" },
  { to: "/docs/api/errors/error-types", glyph: "warning", name: "Error types", about: "Every code and what to do" },
  { to: "/docs/api/clients", glyph: "code", name: "Clients and SDKs", about: "TypeScript, Python, Java, PHP" },
  { to: "/docs/release_history", glyph: "clock", name: "Release history", about: `${formatDay(day)}: ${title}` },
] as const;

export const MorePagesSection = () => (
  <nav className={styles.pages} aria-label="More pages">
    {linkedPages.map(({ to, glyph, name, about }) => (
      <Link key={to} to={to} className={styles.page}>
        <Glyph name={glyph} />
        <span>
          <strong>{name}</strong>
          {about}
        </span>
      </Link>
    ))}
  </nav>
);
