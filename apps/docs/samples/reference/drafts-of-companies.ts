import type { ReferenceDraft } from "./draft";
import { variableNumber, variableText } from "./values";

type CompanyDrafts = Readonly<Record<string, ReferenceDraft>>;

/** Company whose name is in the README. */
const demonstrationCompany = { short_code: "bestattung" };
const spareCompany = { at: "spare" } as const;
const aSyncRun = { ...spareCompany, path: { kind: "SYNC" } } as const;

const tenantDrafts: CompanyDrafts = {
  getTenantConfigByDomain: { query: { tenant_domain: "bestattung.example" } },
  getTenantConfig: { path: demonstrationCompany },
  getTenantFrontendConfig: { path: demonstrationCompany },
  getTenantKey: { path: demonstrationCompany },
  getTenantMasterData: { path: { tenant_short_code: "bestattung" } },
  createTenantMasterData: { path: { tenant_short_code: "bestattung" } },
  updateTenantMasterData: { path: { tenant_short_code: "bestattung" } },
  updateTenant: spareCompany,
  patchTenant: spareCompany,
  updateTenantFrontendConfig: spareCompany,
  updateTenantPhoneNumberSignin: spareCompany,
  updateTenantLogos: { ...spareCompany, file: { name: "sign.svg", type: "image/svg+xml" } },
  getConnector: { ...aSyncRun, scene: "connector" },
  updateConnector: aSyncRun,
  deleteConnector: { ...aSyncRun, scene: "connector" },
  triggerSync: { scene: "companyToFill" },
};

const programDrafts: CompanyDrafts = {
  getOwnServiceAccountTokens: { scene: "ownProgram" },
  createServiceAccountUser: { scene: "assignableProgramRole" },
  updateServiceAccountUser: { scene: "serviceAccount" },
  blacklistToken: { scene: "serviceAccountToken" },
  createWebhook: {
    body: { service_account_user_id: variableText("SERVICE_ACCOUNT_ID") },
    scene: "webhookAccount",
  },
  resendWebhookDelivery: { scene: "webhookDelivery" },
  recoverWebhook: { body: { since: variableText("SINCE") } },
};

const branchDrafts: CompanyDrafts = {
  updateBranch: { scene: "ownBranch" },
  deleteBranch: { scene: "ownBranch" },
};

const calendarDrafts: CompanyDrafts = {
  createDefaultCalendarEvent: {
    body: { start_at: variableText("START_AT"), end_at: variableText("END_AT"), resource_id: variableText("USER_ID") },
    scene: "shiftOfTomorrow",
  },
  importCalendarEvents: { body: { resource_id: variableText("USER_ID") } },
  createCalendarFeed: { body: { resource_id: variableText("USER_ID") } },
  createCalendar: { body: { groupId: variableText("CALENDAR_GROUP_ID") } },
  updateCalendar: { body: { groupId: variableText("CALENDAR_GROUP_ID") } },
  createCalendarEventExclusion: { body: { date: variableText("DATE") } },
  getPublicHolidays: { query: { country: "DE", region: "BY" } },
  getHolidayRegions: { query: { country: "DE" } },
  getCalendarFeed: { path: { file: variableText("FEED_FILE") }, saves: "shifts.ics" },
};

const fileDrafts: CompanyDrafts = {
  checkImport: { body: { kind: "VEHICLES" }, file: { name: "vehicles.csv", type: "text/csv" } },
  getAsset: { saves: "photo.jpg" },
  exportCase: { saves: "case.pdf" },
  exportTour: { saves: "tour.pdf" },
  exportTime: { saves: "times.xlsx" },
  exportTemplate: { saves: "sheet.pdf" },
  getHandoverPage: { path: { secret: variableText("HANDOVER_SECRET") }, saves: "handover.html" },
  downloadHandover: { path: { secret: variableText("HANDOVER_SECRET") }, saves: "handover.pdf" },
  sendCargoHandoverConfirmation: { scene: "deliveredCase" },
};

const placeDrafts: CompanyDrafts = {
  searchAddressReverse: { query: { lat: 47.0707, lon: 15.4395 } },
  searchAddressStructured: { query: { street: "Herrengasse 3", city: "Graz", country: "AT" } },
  getTopDestinationAddressesStatistics: { query: { period: "YEAR", limit: 10 } },
  getTopSourceAddressesStatistics: { query: { period: "YEAR", limit: 10 } },
  updateTourSequence: { body: { version: variableNumber("PLAN_VERSION") }, scene: "tourWithCase" },
};

export const draftsOfCompanies: CompanyDrafts = {
  ...tenantDrafts,
  ...programDrafts,
  ...branchDrafts,
  ...calendarDrafts,
  ...fileDrafts,
  ...placeDrafts,
};
