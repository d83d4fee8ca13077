/**
 * The map of the API: which module may call which, through the other one's `index.ts` only; which tables it owns, which foreign ones
 * its statements read. What is not listed fails in `npm run check`, and so does what is listed and not used.
 * An edge is a design decision: the comment says why it is there.
 */
module.exports = {
  // Who exists and holds what; signing in, people and programs stand above it.
  accounts: {
    owns: ["users", "role_associations", "user_active_states"],
  },
  addresses: {
    owns: ["stored_addresses", "stored_address_types"],
    reads: ["vehicle_types"],
  },
  areas: {
    owns: ["areas"],
    reads: ["branches", "responsibility_claims"],
  },
  // A file belongs to a case: who may see it, and who hears of it.
  assets: {
    uses: ["cases", "visibility"],
    owns: ["assets"],
    reads: ["case_links", "cases"],
  },
  // Signing in; the modules that own people and phones stand above it and send its codes and mails.
  auth: {
    uses: ["accounts"],
    owns: ["challenges", "auth_counters"],
    reads: ["devices", "tenants", "tokens", "users"],
  },
  branches: {
    owns: ["branches", "branch_groups", "branch_group_branches"],
    reads: ["role_associations", "roles", "tour_users", "tours", "user_active_states", "users"],
  },
  // Comments, todos and history of a case; changes of them are events of the case.
  "case-notes": {
    uses: ["cases", "visibility"],
    owns: ["case_comments"],
    reads: ["case_history", "cases", "devices", "tours", "users"],
  },
  // Pages of cases are answered as cases answer one.
  "case-search": {
    uses: ["cases", "visibility"],
    reads: [
      "areas",
      "branches",
      "case_links",
      "case_search",
      "case_text_search",
      "cases",
      "tour_users",
      "tour_vehicles",
    ],
  },
  // Reads and locks what the rules judge.
  "case-snapshots": {
    uses: ["case-states", "visibility"],
    reads: [
      "assets",
      "branches",
      "case_history",
      "case_links",
      "case_todos",
      "cases",
      "devices",
      "tenants",
      "tour_users",
      "tour_vehicles",
      "tours",
      "user_skills",
      "vehicle_positions",
      "vehicle_skills",
      "vehicles",
    ],
  },
  // What may happen to a case; knows nobody, and no database.
  "case-states": {},
  // A case copies its todos, and answers what may be done with it.
  cases: {
    uses: ["case-snapshots", "case-states", "todo-templates", "visibility"],
    owns: ["cases", "case_links", "case_history", "case_todos", "case_search", "case_texts", "case_text_search"],
    reads: [
      "assets",
      "branches",
      "brands",
      "devices",
      "skills",
      "todo_templates",
      "tour_users",
      "tour_vehicles",
      "tours",
      "users",
      "vehicles",
    ],
  },
  // One snapshot of what a dispatcher's board shows.
  dashboard: {
    uses: ["messages", "visibility"],
    reads: [
      "areas",
      "case_links",
      "cases",
      "critical_messages",
      "event_horizons",
      "events",
      "tour_users",
      "tour_vehicles",
      "tours",
      "vehicle_positions",
      "vehicle_types",
      "vehicles",
    ],
  },
  // A dispatcher sends a phone its sign-in code, and puts it into a vehicle.
  devices: {
    uses: ["auth", "vehicles"],
    owns: ["devices", "device_active_states"],
    reads: [
      "branch_group_branches",
      "branch_groups",
      "branches",
      "outbox_messages",
      "tenants",
      "tour_vehicles",
      "tours",
      "vehicle_device_associations",
      "vehicles",
    ],
  },
  // Above cases and tours: every use case that changes both.
  dispatch: {
    uses: ["assets", "case-snapshots", "case-states", "cases", "messages", "tours"],
  },
  // Imported maps and postal codes, and the threads that answer by them; knows no noun of the business.
  "geo-data": {
    owns: ["geo_generations"],
  },
  // Stored addresses come first, imported ones follow; whom the tenant chose to be answered by.
  geocoding: {
    uses: ["addresses", "geo-data", "roads"],
  },
  // Where vehicles are, and which tour that belongs to; silent tours are asked, and dispatchers are told.
  location: {
    uses: ["messages", "tours", "visibility"],
    owns: ["positions", "vehicle_positions", "silent_tours"],
    reads: ["branches", "tenants", "tour_users", "tour_vehicles", "tours", "vehicle_device_associations", "vehicles"],
  },
  // Who has to read a critical message.
  messages: {
    uses: ["visibility"],
    owns: ["critical_messages"],
    reads: [
      "branches",
      "cases",
      "devices",
      "tour_users",
      "tour_vehicles",
      "tours",
      "users",
      "vehicle_device_associations",
      "vehicles",
    ],
  },
  // Applies the rules of assigning to all running tours, and asks how far apart everything is.
  planning: {
    uses: ["case-snapshots", "roads", "visibility"],
    reads: [
      "branches",
      "case_links",
      "cases",
      "stored_addresses",
      "tenants",
      "tour_users",
      "tour_vehicles",
      "tours",
      "user_skills",
      "vehicle_positions",
      "vehicle_skills",
      "vehicles",
    ],
  },
  "platform/access": {
    owns: ["tokens"],
    reads: [
      "branch_group_branches",
      "device_active_states",
      "devices",
      "role_associations",
      "roles",
      "tenants",
      "user_active_states",
      "users",
    ],
  },
  "platform/database": {
    owns: ["installation", "natural_ids"],
  },
  "platform/events": {
    owns: ["events", "event_horizons", "queued_events"],
    reads: ["tenants"],
  },
  "platform/http": {
    owns: ["idempotency_records"],
  },
  "platform/work": {
    owns: ["jobs", "outbox_messages"],
  },
  "responsibility-claims": {
    owns: ["responsibility_claims"],
    reads: ["areas"],
  },
  // How far and how long it is, by whoever answers that, an imported map among them.
  roads: {
    uses: ["geo-data"],
    reads: ["tenants"],
  },
  roles: {
    owns: ["roles"],
    reads: ["branch_group_branches", "branch_groups", "role_associations", "user_invites"],
  },
  // Answers vehicles as vehicles does, with the way to them.
  routing: {
    uses: ["roads", "vehicles", "visibility"],
    reads: ["case_links", "tour_vehicles", "tours", "vehicle_positions", "vehicles"],
  },
  // Which roles a program may be given.
  "service-accounts": {
    uses: ["accounts", "roles"],
    reads: ["branch_group_branches", "role_associations", "roles", "tokens", "users"],
  },
  // Whose sessions a caller may see and end; proofs of who one is; a phone that signs out gets no more pushes.
  sessions: {
    uses: ["auth", "devices", "users"],
    reads: ["tokens"],
  },
  skills: {
    owns: ["skills"],
    reads: ["user_skills", "vehicle_skills"],
  },
  // A new tenant's first administrator gets an account, a role and a mail.
  tenants: {
    uses: ["accounts", "auth", "roles"],
    owns: ["tenants", "tenant_master_data", "brands"],
    reads: ["roles", "users"],
  },
  "todo-templates": {
    owns: ["todo_templates"],
  },
  // A shift joins people, vehicles and devices; when it may start and end depends on its cases.
  tours: {
    uses: ["case-states", "visibility"],
    owns: ["tours", "tour_users", "tour_vehicles"],
    reads: [
      "branch_group_branches",
      "branches",
      "case_links",
      "cases",
      "device_active_states",
      "devices",
      "role_associations",
      "tenants",
      "users",
      "vehicle_device_associations",
      "vehicle_types",
      "vehicles",
    ],
  },
  // Which roles an invite may promise, and to whom they are given.
  "user-invites": {
    uses: ["roles", "users"],
    owns: ["user_invites"],
    reads: ["branch_group_branches", "branch_groups", "users"],
  },
  // Who may give which role; links to set a password.
  users: {
    uses: ["accounts", "auth", "roles"],
    owns: ["user_skills"],
    reads: [
      "branch_group_branches",
      "branch_groups",
      "devices",
      "role_associations",
      "roles",
      "skills",
      "tenants",
      "user_active_states",
      "users",
    ],
  },
  vehicles: {
    owns: ["vehicles", "vehicle_types", "vehicle_skills", "vehicle_device_associations"],
    reads: ["branches", "device_active_states", "devices", "skills", "tour_vehicles", "tours", "vehicle_positions"],
  },
  // Which cases and tours a scope reaches: by its branches, and for a driver by the links to own tours.
  visibility: {
    reads: ["case_links", "tour_users", "tour_vehicles", "tours"],
  },
};
