/**
 * `npm start`: installs what is missing, builds what has changed and runs the product in this process. Its
 * `--max-semi-space-size` is room for what lives as long as a request: with Node's own 16 MB the collector interrupts a
 * suggestion of tours three times; with 64 the p95 over 200 tours falls from 85 to 61 ms.
 */
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Leitstand needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  process.exit(1);
}

// The rest is loaded only now: an older Node might not even be able to read it.
const { installPackagesIfMissing: installWhatIsMissing, arePackagesInstalled: isInstalled } = await import(
  "./install.mjs"
);
const { formatDuration: inWords } = await import("./progress.mjs");
const { FIRST_START_SECONDS } = await import("./usual-seconds.mjs");
if (!isInstalled())
  console.log(`The first start takes about ${inWords(FIRST_START_SECONDS)}, the next ones a second or two.`);
await installWhatIsMissing();
const { buildDocsInChildProcess, buildProduct, isProductBuilt, serverBundle: bundle } = await import("./build.mjs");
// A built product checks its settings at once; before a build, which takes half a minute, its sources do.
if (!isProductBuilt()) {
  const { endAtWrongSettings } = await import("./settings.mjs");
  endAtWrongSettings();
}
await buildProduct();
const { pathToFileURL } = await import("node:url");
process.setSourceMapsEnabled(true);
// The product runs in this process and not in a child: a signal then has one receiver, and it is the one that stops
// gracefully.
const { serverStartPromise } = await import(pathToFileURL(bundle).href);
// A start that has failed reports it itself. The product comes first, and keeps the processor when it needs it; until
// the documentation is built, the site's address shows the progress.
await serverStartPromise.then(
  () => process.env.DOCS_PORT?.trim() !== "off" && buildDocsInChildProcess({ priority: 10 }),
  () => undefined,
);
