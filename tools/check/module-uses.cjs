/** Which modules of the API each module may call, by the map apps/api/modules.cjs. Throws where the map cannot hold. */
const map = require("../../apps/api/modules.cjs");

const uses = Object.fromEntries(
  Object.entries(map)
    .filter(([name]) => !name.startsWith("platform/"))
    .map(([name, { uses: used = [] }]) => [name, used]),
);

/** Refuses circles of modules, which rules about files do not see while they are circular only by name. */
function refuseCircles(trail, name) {
  if (trail.includes(name)) throw new Error(`uses: ${[...trail, name].join(" -> ")} is a circle`);
  if (!uses[name]) throw new Error(`uses: ${trail.at(-1)} names the unknown module ${name}`);
  for (const used of uses[name]) refuseCircles([...trail, name], used);
}
for (const name of Object.keys(uses)) refuseCircles([], name);

module.exports = uses;
