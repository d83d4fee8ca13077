import type { ReferenceDraft } from "./draft";
import { number, text } from "./values";

type Drafts = Readonly<Record<string, ReferenceDraft>>;

/** Company whose name is in the README. */
const ofTheDemonstration = { short_code: "bestattung" };
const spare = { at: "spare" } as const;
const aSync = { ...spare, path: { kind: "SYNC" } } as const;

const tenants: Drafts = {
  getTenantConfigByDomain: { query: { tenant_domain: "bestattung.example" } },
  getTenantConfig: { path: ofTheDemonstration },
  getTenantFrontendConfig: { path: ofTheDemonstration },
  getTenantKey: { path: ofTheDemonstration },
  getTenantMasterData: { path: { tenant_short_code: "bestattung" } },
  createTenantMasterData: { path: { tenant_short_code: "bestattung" } },
  updateTenantMasterData: { path: { tenant_short_code: "bestattung" } },
  updateTenant: spare,
  patchTenant: spare,
  updateTenantFrontendConfig: spare,
  updateTenantPhoneNumberSignin: spare,
  updateTenantLogos: { ...spare, file: { name: "sign.svg", type: "image/svg+xml" } },
  getConnector: { ...aSync, scene: "connector" },
  updateConnector: aSync,
  deleteConnector: { ...aSync, scene: "connector" },
  triggerSync: { scene: "companyToFill" },
};

const programs: Drafts = {
  getOwnServiceAccountTokens: { scene: "ownProgram" },
  createServiceAccountUser: { scene: "assignableProgramRole" },
  updateServiceAccountUser: { scene: "serviceAccount" },
  blacklistToken: { scene: "serviceAccountToken" },
  createWebhook: {
    body: { service_account_user_id: text("SERVICE_ACCOUNT_ID") },
    scene: "webhookAccount",
  },
  resendWebhookDelivery: { scene: "webhookDelivery" },
  recoverWebhook: { body: { since: text("SINCE") } },
};

const branches: Drafts = {
  updateBranch: { scene: "ownBranch" },
  deleteBranch: { scene: "ownBranch" },
};

const calendars: Drafts = {
  createDefaultCalendarEvent: {
    body: { start_at: text("START_AT"), end_at: text("END_AT"), resource_id: text("USER_ID") },
    scene: "shiftOfTomorrow",
  },
  importCalendarEvents: { body: { resource_id: text("USER_ID") } },
  createCalendarFeed: { body: { resource_id: text("USER_ID") } },
  createCalendar: { body: { groupId: text("CALENDAR_GROUP_ID") } },
  updateCalendar: { body: { groupId: text("CALENDAR_GROUP_ID") } },
  createCalendarEventExclusion: { body: { date: text("DATE") } },
  getPublicHolidays: { query: { country: "DE", region: "BY" } },
  getHolidayRegions: { query: { country: "DE" } },
  getCalendarFeed: { path: { file: text("FEED_FILE") }, saves: "shifts.ics" },
};

const files: Drafts = {
  checkImport: { body: { kind: "VEHICLES" }, file: { name: "vehicles.csv", type: "text/csv" } },
  getAsset: { saves: "photo.jpg" },
  exportCase: { saves: "case.pdf" },
  exportTour: { saves: "tour.pdf" },
  exportTime: { saves: "times.xlsx" },
  exportTemplate: { saves: "sheet.pdf" },
  getHandoverPage: { path: { secret: text("HANDOVER_SECRET") }, saves: "handover.html" },
  downloadHandover: { path: { secret: text("HANDOVER_SECRET") }, saves: "handover.pdf" },
  sendCargoHandoverConfirmation: { scene: "deliveredCase" },
};

const places: Drafts = {
  searchAddressReverse: { query: { lat: 47.0707, lon: 15.4395 } },
  searchAddressStructured: { query: { street: "Herrengasse 3", city: "Graz", country: "AT" } },
  getTopDestinationAddressesStatistics: { query: { period: "YEAR", limit: 10 } },
  getTopSourceAddressesStatistics: { query: { period: "YEAR", limit: 10 } },
  updateTourSequence: { body: { version: number("PLAN_VERSION") }, scene: "tourWithCase" },
};

export const draftsOfCompanies: Drafts = {
  ...tenants,
  ...programs,
  ...branches,
  ...calendars,
  ...files,
  ...places,
};
