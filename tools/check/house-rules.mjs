/** Lint rules that hold what style.md asks for and no ready-made rule knows. Loaded by oxlint. */

const sqlStatementPattern =
  /^\s*(select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|create\s+(table|index|role)\s|alter\s+(table|role)\s|drop\s+(table|role)\s|truncate\s)/i;

/** Words of SQL for the time, and no functions that another schema could have as well. */
const sqlTimePattern = /\b(current_(date|time|timestamp)|localtime(stamp)?)\b/i;

const firstTextOf = (node) => {
  if (node.type === "TemplateLiteral") return node.quasis[0].value.raw;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "BinaryExpression" ? firstTextOf(node.left) : "";
};

/**
 * Refuses values in SQL text, which reach PostgreSQL as parameters only: text with holes that begins like a statement
 * is a fault.
 */
const sqlInTagRule = {
  create: (context) => ({
    TaggedTemplateExpression(node) {
      if (node.tag.name === "sql" && node.quasi.quasis.some(({ value }) => sqlTimePattern.test(value.raw)))
        context.report({ node, message: "The clock of tests does not move this: write now(), or now()::date." });
    },
    TemplateLiteral(node) {
      if (node.expressions.length === 0 || node.parent.type === "TaggedTemplateExpression") return;
      if (sqlStatementPattern.test(firstTextOf(node)))
        context.report({ node, message: "SQL with holes needs the `sql` tag." });
    },
    BinaryExpression(node) {
      if (
        node.operator === "+" &&
        node.parent.type !== "BinaryExpression" &&
        sqlStatementPattern.test(firstTextOf(node))
      )
        context.report({ node, message: "SQL is never concatenated; use the `sql` tag." });
    },
  }),
};

/** Keeps statements in `*.sql.ts` files, where a reader looks for them; a bare name of a table may stand elsewhere. */
const sqlInSqlFilesRule = {
  create: (context) => ({
    TaggedTemplateExpression(node) {
      const { quasis } = node.quasi;
      const isName = quasis.length === 1 && /^[a-z_]+$/.test(quasis[0].value.raw);
      const mayAsk = /[.](sql|(api|prove)[.]test)[.]ts$/.test(context.filename);
      if (node.tag.name === "sql" && !isName && !mayAsk)
        context.report({ node, message: "Statements live in *.sql.ts files." });
    },
  }),
};

/**
 * Forbids sleeps: tests wait on a condition, an event or the injected clock. A timer without a callback of its own is a
 * sleep.
 */
const noSleepRule = {
  create: (context) => ({
    ImportDeclaration(node) {
      if (/^(node:)?timers\/promises$/.test(node.source.value))
        context.report({ node, message: "No sleeps in tests: wait on a condition or use the injected clock." });
    },
    CallExpression(node) {
      const [callback] = node.arguments;
      if (
        node.callee.name === "setTimeout" &&
        callback?.type === "Identifier" &&
        /^(resolve|done|r|ok)$/.test(callback.name)
      )
        context.report({ node, message: "No sleeps in tests: wait on a condition or use the injected clock." });
    },
  }),
};

const proofFilePattern = /[.]prove[.]test[.]ts$/;
const testFilePattern = /[.]test[.]tsx?$/;
const reasonByForbiddenCall = {
  "performance.now": "measures time",
  "performance.timeOrigin": "measures time",
  "process.hrtime": "measures time",
  "process.cpuUsage": "measures time",
  "process.resourceUsage": "measures time",
  "process.memoryUsage": "measures memory",
};
const memberTextOf = ({ object, property }) => `${object?.name}.${property?.name}`;
const hasSeedOption = (node) =>
  node?.type === "ObjectExpression" &&
  node.properties.some((property) => property.type === "SpreadElement" || property.key?.name === "seed");

/**
 * Keeps tests of `npm test` free of anything but faults: they draw nothing at random, measure nothing, and install
 * nothing. Helpers of tests may say how long something took, for a proof that has a bound.
 */
const gateRepeatsRule = {
  create(context) {
    if (proofFilePattern.test(context.filename)) return {};
    const report = (node, what) =>
      context.report({
        node,
        message: `A test of the gate ${what}: give it a literal seed or wait for a named event, or move it to a *.prove.test.ts file.`,
      });
    return {
      MemberExpression(node) {
        const text = memberTextOf(node);
        const what =
          text === "Math.random" ? "draws" : testFilePattern.test(context.filename) && reasonByForbiddenCall[text];
        if (what) report(node, what);
      },
      CallExpression(node) {
        const { callee, arguments: args } = node;
        if (/^fc[.](assert|check|sample)$/.test(memberTextOf(callee)) && !hasSeedOption(args.at(-1)))
          report(node, "draws by fast-check without a seed");
        if (args[0]?.value === "npm" || args[0]?.value === "npx") report(node, "installs or builds");
      },
    };
  },
};

/** Forbids the machine's clock in the gate: a day that ends, or a clock that changes, must not fail a test. */
const gateClockRule = {
  create(context) {
    if (proofFilePattern.test(context.filename)) return {};
    const report = (node) =>
      context.report({
        node,
        message:
          "A test of the gate reads the machine's clock: ask the clock of the test (api.clock, testClock), or write a literal.",
      });
    return {
      NewExpression(node) {
        if (node.callee.name === "Date" && node.arguments.length === 0) report(node);
      },
      MemberExpression(node) {
        if (/^(Date[.]now|Temporal[.]Now)$/.test(memberTextOf(node))) report(node);
      },
    };
  },
};

const isLoopOver = (node, name) =>
  node.type === "ForOfStatement" &&
  node.left.declarations?.some(({ id }) => id.type === "Identifier" && id.name === name);

/**
 * Refuses to expect, one after the other, that promises are rejected which are already running: one that is rejected
 * before its turn counts as unhandled and ends the whole run, which depends on how busy the machine is.
 */
const rejectionsTogetherRule = {
  create: (context) => ({
    MemberExpression({ object, property, parent }) {
      const [promise] = object.arguments ?? [];
      if (property.name !== "rejects" || object.callee?.name !== "expect" || promise?.type !== "Identifier") return;
      for (let node = parent; node; node = node.parent)
        if (isLoopOver(node, promise.name))
          context.report({
            node: promise,
            message: `${promise.name} is already running: expect all of them together (Promise.all), or start each in the loop.`,
          });
    },
  }),
};

/** Participles, which are no names: they say what was done to a thing, and not what the thing is. */
const participles = new Set(
  (
    "Told Asked Written Found Wanted Named Sent Kept Taken Given Said Known Seen Heard Moved Held Made Shown Stored Ended Tried Lost " +
    "Chosen Hidden Placed Counted Described Timed Linked Answered Noted Queued Delivered Played Joined Read Signed Addressed Loaded " +
    "Saved Watched Observed Judged Carried Listed Computed Solved Planned"
  ).split(" "),
);
const nounTypesRule = {
  create(context) {
    const check = ({ id }) => {
      if (participles.has(id.name))
        context.report({
          node: id,
          message: `Types are named by what a thing is: ${id.name} what? (docs/dictionary.md)`,
        });
    };
    return { TSInterfaceDeclaration: check, TSTypeAliasDeclaration: check };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    "sql-in-tag": sqlInTagRule,
    "sql-in-sql-files": sqlInSqlFilesRule,
    "noun-types": nounTypesRule,
    "no-sleep": noSleepRule,
    "gate-repeats": gateRepeatsRule,
    "gate-clock": gateClockRule,
    "rejections-together": rejectionsTogetherRule,
  },
};
