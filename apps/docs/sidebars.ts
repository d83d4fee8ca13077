import type { SidebarsConfig } from "@docusaurus/plugin-content-docs";

const sidebars: SidebarsConfig = {
  docsSidebar: [
    "intro",
    "quick_start",
    {
      type: "category",
      label: "API",
      link: { type: "doc", id: "api/index" },
      items: [
        "api/basics",
        "api/authentication",
        "api/clients",
        "api/links",
        "api/nested_resources",
        "api/pagination_sorting_filtering",
        "api/rate_limiting",
        "api/server_side_events",
        "api/tracing",
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
      label: "Concepts",
      link: { type: "doc", id: "concepts/index" },
      items: [
        "concepts/tenant",
        "concepts/user",
        "concepts/case",
        "concepts/tour",
        "concepts/location",
        "concepts/offline",
        "concepts/live_events",
      ],
    },
    "examples",
    "webhooks",
    "release_history",
  ],
};

export default sidebars;
