import Link from "@docusaurus/Link";

/** What all pages of the documentation are below; the home page is a click on the name of the site away. */
export default function HomeBreadcrumbItem() {
  return (
    <li className="breadcrumbs__item">
      <Link className="breadcrumbs__link" to="/docs/intro">
        Documentation
      </Link>
    </li>
  );
}
