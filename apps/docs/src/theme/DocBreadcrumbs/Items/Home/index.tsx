import Link from "@docusaurus/Link";

/** First breadcrumb, the documentation; the home page is linked by the name of the site. */
export default function HomeBreadcrumbItem() {
  return (
    <li className="breadcrumbs__item">
      <Link className="breadcrumbs__link" to="/docs/intro">
        Documentation
      </Link>
    </li>
  );
}
