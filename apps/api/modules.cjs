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
  // A file belongs to a case or to the check of a vehicle: who may see it, and who hears of it.
  assets: {
    uses: ["cases", "vehicle-checks", "visibility"],
    owns: ["assets", "case_photos"],
    reads: ["case_history", "case_links", "cases", "vehicle_check_photos", "vehicle_checks", "vehicles"],
  },
  // Signing in; the modules that own people and phones stand above it and send its codes and mails.
  auth: {
    uses: ["accounts"],
    owns: ["challenges", "auth_counters"],
    reads: ["devices", "tenants", "tokens", "tour_users", "tours", "users"],
  },
  // Webhooks that were for a branch alone are switched off when it is deleted.
  branches: {
    uses: ["webhooks"],
    owns: ["branches", "branch_groups", "branch_group_branches"],
    reads: [
      "areas",
      "cases",
      "critical_messages",
      "device_active_states",
      "role_associations",
      "roles",
      "tour_users",
      "tours",
      "user_active_states",
      "user_invites",
      "users",
      "vehicles",
    ],
  },
  // When people and vehicles are away or on shift, whose they are by roles and branches; a shift becomes a tour, and plans look again.
  calendars: {
    uses: ["tour-plans", "tours", "visibility"],
    owns: [
      "calendar_groups",
      "calendars",
      "calendar_events",
      "calendar_exclusions",
      "calendar_feeds",
      "calendar_occurrences",
      "tour_shifts",
    ],
    reads: [
      "branch_group_branches",
      "branches",
      "case_links",
      "role_associations",
      "tenants",
      "tour_users",
      "tour_vehicles",
      "tours",
      "users",
      "vehicles",
    ],
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
      "calendar_occurrences",
      "case_history",
      "case_links",
      "case_photos",
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
  // Rules of actions on a case; without knowledge of callers or the database.
  "case-states": {},
  // A case copies its todos, answers what may be done with it, and tells a partner of it.
  cases: {
    uses: ["case-snapshots", "case-states", "queued-events", "todo-templates", "tour-plans", "visibility"],
    owns: ["cases", "case_links", "case_history", "case_todos", "case_search", "case_texts", "case_text_search"],
    reads: [
      "assets",
      "branches",
      "brands",
      "devices",
      "handover_links",
      "outbox_messages",
      "skills",
      "tenants",
      "todo_templates",
      "tour_users",
      "tour_vehicles",
      "tours",
      "users",
      "vehicles",
    ],
  },
  // Systems of others that a tenant is connected with.
  connectors: {
    owns: ["tenant_connectors"],
    reads: ["partner_breakers"],
  },
  // One snapshot of what a dispatcher's board shows.
  dashboard: {
    uses: ["location-readers", "messages", "visibility"],
    reads: [
      "areas",
      "case_links",
      "cases",
      "critical_messages",
      "event_horizons",
      "event_positions",
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
    uses: [
      "assets",
      "case-notes",
      "case-snapshots",
      "case-states",
      "cases",
      "messages",
      "queued-events",
      "tour-plans",
      "tours",
    ],
  },
  // Sets and prints what others write; knows no noun of the business.
  documents: {},
  // Cases and tours as their readers see them, and who worked when, as files.
  exports: {
    uses: ["assets", "case-notes", "cases", "documents", "tours", "visibility"],
    owns: ["export_templates"],
    reads: ["branches", "tenants", "tour_sub_state_spans", "tour_users", "tours", "users"],
  },
  // Imported maps and postal codes, and the threads that answer by them; knows no noun of the business.
  "geo-data": {
    owns: ["geo_generations"],
  },
  // Stored addresses come first, imported ones follow; whom the tenant chose to be answered by.
  geocoding: {
    uses: ["addresses", "geo-data", "roads"],
  },
  // Links by which people outside fetch the confirmation of a handover, and mails that bring it; the history says whether it was undone.
  "handover-links": {
    uses: ["cases", "documents", "exports"],
    owns: ["handover_links"],
    reads: ["case_history", "cases", "tenants"],
  },
  // Rows of a table are checked and written by those who own what they are about.
  imports: {
    uses: ["addresses", "assets", "branches", "devices", "roles", "users", "vehicles"],
    owns: ["imports", "import_rows"],
  },
  // Where vehicles are, and which tour that belongs to; silent tours are asked, and dispatchers are told.
  location: {
    uses: ["location-readers", "messages", "tours", "visibility"],
    owns: ["positions", "vehicle_positions", "silent_tours"],
    reads: ["branches", "tenants", "tour_users", "tour_vehicles", "tours", "vehicle_device_associations", "vehicles"],
  },
  // Who was shown where drivers are; every module that shows it says so here.
  "location-readers": {
    owns: ["location_readers"],
    reads: ["tour_users", "tour_vehicles", "tours", "users", "vehicle_positions", "vehicles"],
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
  // Jobs that a partner passes on and takes back: cases like any other, finished by the same rules, with comments for the desk.
  oeamtc: {
    uses: ["case-notes", "cases", "dispatch", "queued-events", "visibility"],
    owns: ["partner_cases"],
    reads: ["areas", "branches", "case_comments", "case_links", "cases", "tenants", "tours"],
  },
  // Applies the rules of assigning to all running tours, and asks how far apart everything is.
  planning: {
    uses: ["case-snapshots", "case-states", "location-readers", "roads", "visibility"],
    reads: [
      "branches",
      "calendar_occurrences",
      "case_links",
      "cases",
      "stored_addresses",
      "tenants",
      "tour_plans",
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
    owns: ["installation", "natural_ids", "phone_entries"],
  },
  "platform/events": {
    owns: ["events", "event_horizons", "event_looks", "event_positions"],
    reads: ["tenants"],
  },
  "platform/http": {
    owns: ["idempotency_records"],
  },
  "platform/background": {
    owns: ["jobs", "outbox_messages"],
    reads: ["tenants"],
  },
  // What a partner is told, in the order of the case or tour that it is about.
  "queued-events": {
    uses: ["connectors", "messages", "visibility"],
    owns: ["queued_events", "queued_event_log", "partner_breakers"],
    reads: [
      "cases",
      "critical_messages",
      "partner_cases",
      "tenant_connectors",
      "tenants",
      "tour_vehicles",
      "tours",
      "vehicle_positions",
      "vehicles",
    ],
  },
  "responsibility-claims": {
    owns: ["responsibility_claims"],
    reads: ["areas"],
  },
  // Distances and durations from the service chosen for them, an imported map among them.
  roads: {
    uses: ["geo-data"],
    reads: ["tenants"],
  },
  roles: {
    owns: ["roles"],
    reads: ["branch_group_branches", "branch_groups", "devices", "role_associations", "user_invites"],
  },
  // Answers vehicles as vehicles does, with the way to them.
  routing: {
    uses: ["location-readers", "roads", "vehicles", "visibility"],
    reads: ["case_links", "tour_vehicles", "tours", "vehicle_positions", "vehicles"],
  },
  // Which roles a program may be given, and what a change of them gives and takes, as of people.
  "service-accounts": {
    uses: ["accounts", "roles", "users"],
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
  // Counts cases and tours as their lists reach them. What is counted by is kept by the database whenever a case is written.
  statistics: {
    uses: ["visibility"],
    owns: ["place_names", "address_months", "delivered_months", "month_builds"],
    reads: ["case_links", "cases", "tenants", "tours"],
  },
  // Branches and people as another system names them, written by those who own them; the desk hears when a run was stopped.
  sync: {
    uses: ["accounts", "branches", "connectors", "messages"],
    owns: ["sync_runs", "sync_matches"],
    reads: ["branches", "role_associations", "roles", "tenant_connectors", "tenants", "users"],
  },
  // A new tenant's first administrator gets an account, a role and a mail. Logos are drawn in the process that inspects
  // untrusted files.
  tenants: {
    uses: ["accounts", "assets", "auth", "roles"],
    owns: ["tenants", "tenant_logos", "tenant_master_data", "brands"],
    reads: ["roles", "users"],
  },
  "todo-templates": {
    owns: ["todo_templates"],
  },
  // Places and times of tours, as they were computed last; modules that change a tour or its cases report it here.
  "tour-plans": {
    uses: ["visibility"],
    owns: ["tour_plans"],
    reads: ["case_links", "tour_users", "tour_vehicles", "tours", "vehicle_positions"],
  },
  // Computes those plans by the timing of the planning, and tells the cases and the stream of them.
  "tour-timing": {
    uses: ["cases", "planning", "roads", "tour-plans", "tours"],
  },
  // A shift joins people, vehicles and devices; when it may start and end depends on its cases.
  tours: {
    uses: ["case-states", "queued-events", "tour-plans", "visibility"],
    owns: ["tours", "tour_users", "tour_vehicles", "tour_sub_state_spans"],
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
  // What crews have looked at before and after a shift; the desk hears of defects.
  "vehicle-checks": {
    uses: ["messages", "visibility"],
    owns: ["vehicle_checks", "vehicle_check_photos"],
    reads: ["tenants", "todo_templates", "tour_vehicles", "vehicles"],
  },
  // Addresses list types that do not get there.
  vehicles: {
    uses: ["addresses", "location-readers"],
    owns: ["vehicles", "vehicle_types", "vehicle_skills", "vehicle_device_associations"],
    reads: ["branches", "device_active_states", "devices", "skills", "tour_vehicles", "tours", "vehicle_positions"],
  },
  // Who makes one hears what a service account hears; a desk is told when one is switched off.
  webhooks: {
    uses: ["messages", "roles"],
    owns: ["webhooks", "webhook_cursors", "webhook_deliveries"],
    reads: ["branches", "event_positions", "events", "role_associations", "roles", "tenants", "users"],
  },
  // Which cases, tours and vehicles a scope reaches: by its branches, and for a driver by the links to own tours.
  visibility: {
    reads: ["case_links", "tour_users", "tour_vehicles", "tours", "vehicle_device_associations"],
  },
};
