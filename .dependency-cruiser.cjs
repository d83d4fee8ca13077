/** Rules for imports: modules of the API by the map apps/api/modules.cjs, rooms by the lists of tools/check/rooms.cjs, the rest by the rules. */
const uses = require("./tools/check/module-uses.cjs");
const rooms = require("./tools/check/rooms.cjs");
const driver = require("./tools/check/driver-boundaries.cjs");
const simulation = require("./tools/check/simulation-boundaries.cjs");

const modules = "^apps/api/src/modules/";
const demonstration = "^apps/api/src/demonstration/";
/** Pure as a whole: what it knows as facts is read, decided on and written elsewhere. */
/** Time zones and rules of recurrence are arithmetic, too. */
const pureLibraries = "^node_modules/(libphonenumber-js|rrule-temporal|temporal-polyfill)/";
const pureRules = `${modules}case-states/index[.]ts$`;
const layered = "[.](sql|service|routes|events|jobs)[.]ts$";
const tests = "(([.]test|-testkit|[.]factory)[.]tsx?$|^apps/api/src/testing/)";
/** Packages, and parts of Node, that compute and do nothing else: what pure libraries may stand on. */
const computes = {
  decoders: "^(node:)?(zlib|stream/promises)$|^node_modules/(pbf|saxes)/",
  geo: "^node_modules/(flatbush|osrm-text-instructions|quick-lru)/",
  tiles: "^node_modules/@maplibre/(geojson-vt|vt-pbf)/",
};
/** Run samples of the documentation, and are no part of its site. */
const scenes = "^apps/docs/samples/reference/(scene|stage|outbox|run|main|languages)";
const npm = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];

const rule = (name, comment, ...[from, to]) => ({ name, comment, severity: "error", from, to });

const betweenModules = Object.entries(uses).map(([name, allowed]) =>
  rule(
    `module-${name}`,
    `${name} may call ${allowed.join(", ") || "no other module"}, through index.ts (the map apps/api/modules.cjs)`,
    { path: `${modules}${name}/`, pathNot: tests },
    { path: modules, pathNot: [`${modules}${name}/`, ...allowed.map((used) => `${modules}${used}/index[.]ts$`)] },
  ),
);

const betweenRooms = Object.entries(rooms).flatMap(([folder, names]) => [
  rule(
    "rooms-are-listed",
    `A folder of ${folder} is not in tools/check/rooms.cjs`,
    { path: `^${folder}/[^/]+/`, pathNot: names.map((name) => `^${folder}/${name}/`) },
    {},
  ),
  ...names.map((name, at) =>
    rule(
      `room-${name}-of-${folder.split("/")[1]}`,
      `${name} of ${folder} may import ${["itself", ...names.slice(0, at)].join(", ")} (tools/check/rooms.cjs, lowest first): move what is needed to a lower room, or what needs it to a higher one`,
      { path: `^${folder}/${name}/`, pathNot: tests },
      { path: `^${folder}/(${names.slice(at + 1).join("|") || "-"})/` },
    ),
  ),
]);

module.exports = {
  forbidden: [
    rule("no-circles", "No circles, type imports included", {}, { circular: true }),
    rule(
      "resolvable",
      "Every import leads somewhere; what begins with virtual: is made by the console's build, the rest by Docusaurus",
      {},
      {
        couldNotResolve: true,
        dependencyTypesNot: ["core"],
        pathNot: ["^virtual:", "^@(theme|theme-original|docusaurus|generated|site)/"],
      },
    ),

    rule(
      "contract-stands-alone",
      "The contract knows the schema library and nothing else",
      { path: "^packages/contract/src/", pathNot: tests },
      { pathNot: ["^packages/contract/src/", "^node_modules/typebox/"] },
    ),
    rule(
      "client-knows-the-contract",
      "The client runs in Node and the browser: contract only",
      { path: "^packages/client/src/", pathNot: tests },
      { pathNot: ["^packages/(client|contract)/src/", "^node_modules/typebox/"] },
    ),
    rule(
      "computation-is-pure",
      "geo, geocoder, optimiser and scenario compute: no I/O, and only geo below them",
      { path: "^packages/(geo|geocoder|optimiser|scenario)/src/", pathNot: tests },
      { dependencyTypes: ["core", ...npm], pathNot: Object.values(computes) },
    ),
    rule(
      "decoders-stay-with-the-reader",
      "Only the reader of map files and the writer of tiles know formats and packing; what is kept has a checksum",
      {
        path: "^packages/",
        pathNot: ["^packages/geo/src/(osm/|roads/road-file[.]ts$|tiles/(pmtiles-file|tile-pyramid)[.]ts$)", tests],
      },
      { path: computes.decoders },
    ),
    rule(
      "computation-knows-geo",
      "optimiser and geocoder may use geo; geo uses no other package",
      { path: "^packages/(geo|geocoder|optimiser)/", pathNot: [tests, "^packages/geocoder/testing/"] },
      { path: "^(apps|packages|tools)/", pathNot: ["^packages/$1/", "^packages/geo/"] },
    ),
    rule(
      "scenario-knows-geo",
      "scenario may use geo, and the types of the contract, in whose words it tells of its cases",
      { path: "^packages/scenario/", pathNot: tests },
      { path: "^(apps|packages|tools)/", pathNot: ["^packages/scenario/", "^packages/(geo|contract)/"] },
    ),
    rule(
      "scenario-is-invented",
      "Only the demonstration, the simulation, benchmarks and tests know the invented companies",
      { path: "^(apps|packages)/", pathNot: ["^packages/(scenario|geocoder/testing)/", demonstration, tests] },
      { path: "^packages/scenario/" },
    ),
    rule(
      "ui-knows-no-domain",
      "ui holds tokens and components without a domain word",
      { path: "^packages/ui/" },
      { path: "^(apps|packages|tools)/", pathNot: "^packages/ui/" },
    ),
    rule(
      "apps-talk-through-the-client",
      "console and driver know client, contract, app and ui",
      { path: "^apps/(console|driver)/", pathNot: tests },
      { path: "^(apps|packages|tools)/", pathNot: ["^apps/$1/", "^packages/(app|client|contract|ui)/"] },
    ),
    ...driver.map((given) => rule(...given)),
    rule(
      "features-know-no-feature",
      "A feature stands on live, shared and the packages; what joins two features is composed in app",
      { path: "^apps/console/src/features/([^/]+)/" },
      { path: "^apps/console/", pathNot: ["^apps/console/src/(features/$1|live|shared)/", "^apps/console/messages/"] },
    ),
    rule(
      "live-below-features",
      "What the console knows of the moment stands on shared; features show it",
      { path: "^apps/console/src/live/" },
      { path: "^apps/console/", pathNot: ["^apps/console/src/(live|shared)/", "^apps/console/messages/"] },
    ),
    rule(
      "shared-below-features",
      "What features share knows neither them nor the app",
      { path: "^apps/console/src/shared/" },
      { path: "^apps/console/", pathNot: ["^apps/console/src/shared/", "^apps/console/messages/"] },
    ),
    rule(
      "console-starts-at-the-app",
      "Only main.tsx starts the app; app itself composes features and shared",
      { path: "^apps/console/", pathNot: ["^apps/console/src/app/", "^apps/console/src/main[.]tsx$", tests] },
      { path: "^apps/console/src/app/" },
    ),
    rule(
      "docs-know-the-contract",
      "The documentation site shows the contract, and what is generated from it; nothing else of the product",
      { path: "^apps/docs/", pathNot: ["^apps/docs/samples/[^/]+/[^/]+[.]mjs$", scenes, tests] },
      { path: "^(apps|packages|tools)/", pathNot: ["^apps/docs/", "^packages/contract/"] },
    ),
    rule(
      "scenes-from-outside",
      "What samples of the reference are run on is made by the public API, through the client",
      { path: scenes },
      { path: "^(apps|packages|tools)/", pathNot: ["^apps/docs/", "^packages/(contract|client)/"] },
    ),
    rule(
      "samples-from-outside",
      "The site's samples see what an integrator sees: the public API, by hand or through the client",
      { path: "^apps/docs/samples/[^/]+/[^/]+[.]mjs$" },
      { path: "^(apps|packages|tools)/", pathNot: "^packages/client/" },
    ),
    rule(
      "docs-ship-no-contract",
      "Browsers get what is generated from the contract, never its schemas",
      { path: "^apps/docs/src/", pathNot: ["^apps/docs/src/contract/[^/]*contract-[^/]*[.]ts$", tests] },
      { path: "^packages/", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "api-below",
      "The api uses contract, optimiser, geocoder and geo, its demonstration scenario; the client only in its tests",
      { path: "^apps/api/src/", pathNot: tests },
      {
        path: "^(apps|packages|tools)/",
        pathNot: ["^apps/api/src/", "^packages/(contract|optimiser|geocoder|geo|scenario)/"],
      },
    ),
    ...simulation.map((given) => rule(...given)),
    rule(
      "no-tests-in-products",
      "Nothing that ships imports a test",
      // Benchmarks and test nodes make their worlds with the fixtures of the tests.
      { pathNot: [tests, "^vitest[.]config[.]ts$", "^tools/(bench|nodes)/"] },
      { path: tests },
    ),

    rule(
      "platform-below-modules",
      "platform never imports modules",
      { path: "^apps/api/src/platform/", pathNot: tests },
      { path: [modules, demonstration] },
    ),
    rule(
      "demonstration-on-top",
      "Only what puts the product together knows the demonstration",
      { path: "^apps/api/src/[^/]+/", pathNot: [demonstration, tests] },
      { path: demonstration },
    ),
    rule(
      "demonstration-through-the-index",
      "The demonstration uses what modules offer: their index.ts",
      { path: demonstration, pathNot: tests },
      { path: modules, pathNot: `${modules}[^/]+/index[.]ts$` },
    ),
    rule(
      "routes-call-services",
      "routes reach services; never statements, never another module's routes",
      { path: `${modules}.+[.]routes[.]ts$` },
      { path: `${modules}.+[.](sql|events|jobs)[.]ts$` },
    ),
    rule(
      "only-services-ask-the-database",
      "Only *.service.ts imports *.sql.ts (a *.sql.ts may share its own module's fragments, an index.ts may offer statements to other modules)",
      // A benchmark lets its peer run the product's own statements.
      {
        path: "^(apps|tools)/",
        pathNot: ["[.](service|sql)[.]ts$", `${modules}[^/]+/index[.]ts$`, tests, "^tools/bench/"],
      },
      { path: "[.]sql[.]ts$" },
    ),
    rule(
      "statements-know-the-database",
      "*.sql.ts imports the platform's database words, the contract's types and its own module's fragments and words",
      { path: `${modules}([^/]+)/.+[.]sql[.]ts$` },
      {
        pathNot: [
          "^apps/api/src/platform/(database/(database|sql|recordset|retention|row-types|counted-total|text-filter)|access/(scope|principal|person-name|tenant-settings|token-changes)|events/event-places)[.]ts$",
          "^packages/contract/src/",
          `${modules}$1/[^/]+[.]sql[.]ts$`,
          `${modules}$1/[a-z0-9-]+[.]ts$`,
          "^packages/geo/src/lon-lat[.]ts$", // the radius of the Earth
          `${modules}(visibility|messages|tour-plans|connectors)/index[.]ts$`, // what a scope reaches, to whom a message goes, when a crew comes, how a partner is called
          pureRules,
        ],
      },
    ),
    rule(
      "services-know-no-http",
      "services are reached by routes and events, and know neither",
      { path: `${modules}.+[.]service[.]ts$` },
      {
        path: [
          `${modules}.+[.](routes|events)[.]ts$`,
          "^node_modules/fastify/",
          "^apps/api/src/platform/(http/(?!handler[.]ts$)|sites/)",
        ],
      },
    ),
    rule(
      "domain-is-pure",
      "What is true depends on the contract and its siblings: no I/O, no platform, no packages",
      { path: `${modules}([^/]+)/`, pathNot: [layered, tests, "/index[.]ts$"] },
      {
        pathNot: [
          "^packages/(contract|geo|optimiser)/src/",
          pureLibraries,
          `${modules}$1/[a-z0-9/-]+[.]ts$`,
          pureRules,
        ],
      },
    ),
    rule(
      "domain-below-services",
      "Pure rules do not reach up",
      { path: `${modules}([^/]+)/`, pathNot: [layered, tests, "/index[.]ts$"] },
      { path: [`${modules}$1/.*${layered}`, "/index[.]ts$"], pathNot: pureRules },
    ),
    rule(
      "modules-are-listed",
      "A module is not in the map apps/api/modules.cjs",
      { path: modules, pathNot: Object.keys(uses).map((name) => `${modules}${name}/`) },
      {},
    ),
    ...betweenModules,
    ...betweenRooms,
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^(apps/|packages/)?[^/]*/?dist(-gallery)?/", "^apps/docs/(build|[.]docusaurus|generated)/"] },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
