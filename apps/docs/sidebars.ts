import type { SidebarsConfig } from "@docusaurus/plugin-content-docs";

/** Groups are always open, except for Errors and More. */
const docsSidebars: SidebarsConfig = {
  docsSidebar: [
    { type: "category", label: "Get started", collapsible: false, items: ["intro", "quick_start"] },
    {
      type: "category",
      label: "Guides",
      collapsible: false,
      items: [
        "guides/order-system",
        "guides/driver-app",
        "guides/telematics",
        "guides/handle-conflicts",
        "guides/sandbox",
        "guides/first-company",
      ],
    },
    {
      type: "category",
      label: "Concepts",
      collapsible: false,
      link: { type: "doc", id: "concepts/index" },
      items: [
        "concepts/case",
        "concepts/tour",
        "concepts/location",
        "concepts/offline",
        "concepts/live_events",
        "concepts/calendar",
        "concepts/exports",
        "concepts/partner",
        "concepts/imports",
        "concepts/statistics",
        "concepts/tenant",
        "concepts/user",
      ],
    },
    {
      type: "category",
      label: "API",
      collapsible: false,
      link: { type: "doc", id: "api/index" },
      items: [
        "api/basics",
        "api/authentication",
        "api/clients",
        "api/pagination_sorting_filtering",
        "api/rate_limiting",
        "api/server_side_events",
        "webhooks",
        {
          type: "category",
          label: "Errors",
          link: { type: "doc", id: "api/errors/index" },
          items: ["api/errors/error-types"],
        },
      ],
    },
    {
      type: "category",
      label: "More",
      items: ["examples", "api/links", "api/nested_resources", "api/tracing", "release_history"],
    },
  ],
};

export default docsSidebars;
