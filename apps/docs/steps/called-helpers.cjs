/** The one helper of tslib that a script of the site calls: the rest of the library is 3.5 KB of every first visit. See left-out.ts. */
exports.__importDefault = (module) => (module?.__esModule ? module : { default: module });
