/** Import boundaries of the driver app, and of what it shares with the console: name, reason, from, to. */
module.exports = [
  [
    "app-is-shared-by-apps",
    "app holds what the apps have in common: domain words, without a component library; it knows client, contract and ui",
    { path: "^packages/app/", pathNot: "[.]test[.]ts$" },
    { path: "^(apps|packages|tools)/", pathNot: "^packages/(app|client|contract|ui)/" },
  ],
  [
    "driver-features-know-no-feature",
    "A feature of the driver app stands on shared, work, outbox, photos, positions, push, device, storage and vault; what joins two features is composed in app",
    { path: "^apps/driver/src/features/([^/]+)/" },
    { path: "^apps/driver/src/(features|app)/", pathNot: "^apps/driver/src/features/$1/" },
  ],
  [
    "outbox-below-work",
    "The outbox, photos, positions, pushes, the phone itself, what lies on it and its keys know neither screens nor what the app does at the moment",
    { path: "^apps/driver/src/(outbox|photos|positions|push|device|storage|vault)/" },
    { path: "^apps/driver/src/(app|features|shared|work|worker)/" },
  ],
  [
    "worker-without-a-page",
    "What runs without a page knows what lies on the phone and how it is sent, and nothing that needs a page",
    { path: "^apps/driver/src/worker" },
    { path: "^apps/driver/src/(app|device|features|shared|work)/" },
  ],
];
