/**
 * Map of the API: which module may call which, through the other one's `index.ts` only; which tables it owns, which
 * foreign ones its statements read. What is not listed fails in `npm run check`, and so does what is listed and not
 * used. An edge is a design decision: the comment says why it is there.
 */
module.exports = {
  // Users, devices and programs with their roles; sign-in and the modules of people and programs depend on it.
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
  // Files of a case or of the check of a vehicle: their viewers, and the events about them.
  assets: {
    uses: ["cases", "vehicle-checks", "visibility"],
    owns: ["assets", "case_photos"],
    reads: ["case_history", "case_links", "cases", "vehicle_check_photos", "vehicle_checks", "vehicles"],
  },
  // Sign-in; the modules that own people and phones depend on it and send its codes and mails.
  auth: {
    uses: ["accounts"],
    owns: ["challenges", "auth_counters"],
    reads: ["devices", "tenants", "tokens", "tour_users", "tours", "users"],
  },
  // Branches, and groups of them, which give the roles held in a group to its branches; webhooks that were for a branch
  // alone are switched off when it is deleted.
  branches: {
    uses: ["roles", "webhooks"],
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
  // Absences and shifts of people and vehicles, visible by roles and branches; a shift becomes a tour, and plans are
  // checked again.
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
  // Search of cases; its pages show cases as the module of cases does.
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
  // Reads and locks the facts of a case that the rules judge.
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
  // Cases with copies of their todos and the actions possible; a partner is told of changes.
  cases: {
    uses: ["case-snapshots", "case-states", "queued-events", "todo-templates", "tour-plans", "tours", "visibility"],
    owns: ["cases", "case_links", "case_history", "case_todos", "case_search", "case_texts", "case_text_search"],
    reads: [
      "assets",
      "branches",
      "brands",
      "devices",
      "handover_links",
      "outbox_messages",
      "partner_cases",
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
  // Connections of a tenant to systems of others.
  connectors: {
    owns: ["tenant_connectors"],
    reads: ["partner_breakers"],
  },
  // One snapshot of the data that a dispatcher's board shows.
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
  // Devices; a dispatcher sends a phone its sign-in code, and puts it into a vehicle.
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
  // Use cases that change both cases and tours.
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
  // Sets and prints the text of other modules; knows no noun of the business.
  documents: {},
  // Exports of cases, tours and working times as files, with what their readers may see.
  exports: {
    uses: ["assets", "case-notes", "case-states", "cases", "documents", "tours", "visibility"],
    owns: ["export_templates"],
    reads: ["branches", "tenants", "tour_sub_state_spans", "tour_users", "tours", "users"],
  },
  // Imported maps and postal codes, and the threads that answer by them; knows no noun of the business.
  "geo-data": {
    owns: ["geo_generations"],
  },
  // Geocoding: stored addresses first, then the service that the tenant has chosen.
  geocoding: {
    uses: ["addresses", "geo-data", "roads"],
  },
  // Links by which people outside fetch the confirmation of a handover, and mails that bring it; the history says
  // whether it was undone.
  "handover-links": {
    uses: ["cases", "documents", "exports"],
    owns: ["handover_links"],
    reads: ["case_history", "cases", "tenants"],
  },
  // Imports of tables: rows are checked and written by the modules that own their objects.
  imports: {
    uses: ["addresses", "assets", "branches", "devices", "roles", "users", "vehicles"],
    owns: ["imports", "import_rows"],
  },
  // Positions of vehicles, and the tours that they belong to; silent tours are asked, and dispatchers are told.
  location: {
    uses: ["location-readers", "messages", "tours", "visibility"],
    owns: ["positions", "vehicle_positions", "silent_tours"],
    reads: ["branches", "tenants", "tour_users", "tour_vehicles", "tours", "vehicle_device_associations", "vehicles"],
  },
  // Log of which users were shown drivers' positions; every module that shows them reports here.
  "location-readers": {
    owns: ["location_readers"],
    reads: ["tour_users", "tour_vehicles", "tours", "users", "vehicle_positions", "vehicles"],
  },
  // Critical messages and their readers.
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
  // Cases that a partner passes on and takes back: like any other, finished by the same rules, with comments for the
  // dispatcher.
  oeamtc: {
    uses: ["case-notes", "cases", "dispatch", "queued-events", "visibility"],
    owns: ["partner_cases"],
    reads: ["areas", "branches", "case_history", "case_links", "cases", "tenants", "tours"],
  },
  // Planning: applies the rules of assigning to all running tours, and asks for the distances between all places.
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
  // Messages to a partner, in the order of the case or tour that they are about.
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
  // Routing; returns vehicles like the module of vehicles, with the way to them.
  routing: {
    uses: ["location-readers", "roads", "vehicles", "visibility"],
    reads: ["case_links", "tour_vehicles", "tours", "vehicle_positions", "vehicles"],
  },
  // Service accounts: the roles they may be given, and the effects of a change of roles, as of people.
  "service-accounts": {
    uses: ["accounts", "roles", "users"],
    reads: ["branch_group_branches", "role_associations", "roles", "tokens", "users"],
  },
  // Sessions that a caller may see and end; proofs of identity; a phone that signs out gets no more pushes.
  sessions: {
    uses: ["auth", "devices", "users"],
    reads: ["tokens"],
  },
  skills: {
    owns: ["skills"],
    reads: ["user_skills", "vehicle_skills"],
  },
  // Statistics of the cases and tours that a caller's lists show. The database keeps their facts whenever a case is
  // written.
  statistics: {
    uses: ["visibility"],
    owns: ["place_names", "address_months", "delivered_months", "month_builds"],
    reads: ["case_links", "cases", "tenants", "tours"],
  },
  // Branches and people as another system names them, written by the modules that own them; password links mailed to an
  // earlier address become void; dispatchers are told when a run was stopped.
  sync: {
    uses: ["accounts", "auth", "branches", "connectors", "messages"],
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
  // Computes plans of tours by the timing of the planning, and tells cases and the stream about them.
  "tour-timing": {
    uses: ["cases", "planning", "roads", "tour-plans", "tours"],
  },
  // Tours: shifts that join people, vehicles and devices; when one may start and end depends on its cases.
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
  // Invites of users, with the roles they may promise and give.
  "user-invites": {
    uses: ["roles", "users"],
    owns: ["user_invites"],
    reads: ["branch_group_branches", "branch_groups", "users"],
  },
  // Users, the rules for giving roles, and links to set a password.
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
  // Vehicle checks of crews before and after a shift; dispatchers are told of defects.
  "vehicle-checks": {
    uses: ["messages", "visibility"],
    owns: ["vehicle_checks", "vehicle_check_photos"],
    reads: ["tenants", "todo_templates", "tour_vehicles", "vehicles"],
  },
  // Vehicles; addresses list the vehicle types that do not get there.
  vehicles: {
    uses: ["addresses", "location-readers", "visibility"],
    owns: ["vehicles", "vehicle_types", "vehicle_skills", "vehicle_device_associations"],
    reads: ["branches", "device_active_states", "devices", "skills", "tour_vehicles", "tours", "vehicle_positions"],
  },
  // Webhooks; a webhook gets what its service account may hear, and dispatchers are told when one is switched off.
  webhooks: {
    uses: ["messages", "roles"],
    owns: ["webhooks", "webhook_cursors", "webhook_deliveries"],
    reads: ["branches", "event_positions", "events", "role_associations", "roles", "tenants", "users"],
  },
  // Cases, tours and vehicles in a scope: by its branches, and for a driver by the links to own tours.
  visibility: {
    reads: ["case_links", "tour_users", "tour_vehicles", "tours", "vehicle_device_associations"],
  },
};
