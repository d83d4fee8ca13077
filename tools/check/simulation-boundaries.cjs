/** Modules that journeys and the simulation share: a browser, and the words of the driver app's screens. */
const screenWords = "^e2e/(browser|driver/driver-steps)[.]ts$";

/** Import boundaries of the simulation: name, reason, from, to. */
module.exports = [
  [
    "simulation-from-outside",
    "The simulation sees what an integrator sees: the public API through the client, and the screens of the driver app",
    { path: "^tools/simulate/" },
    { path: ["^apps/", "^e2e/"], pathNot: screenWords },
  ],
  [
    "screens-from-outside",
    "What a driver does on the screens of the app needs nothing but a page",
    { path: screenWords },
    { path: "^(apps|e2e)/" },
  ],
];
