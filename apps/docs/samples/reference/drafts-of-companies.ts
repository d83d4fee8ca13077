import type { OperationSampleOverrides } from "./draft";
import { createNumberVariable, createTextVariable } from "./values";

type CompanyDrafts = Readonly<Record<string, OperationSampleOverrides>>;

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
    body: { service_account_user_id: createTextVariable("SERVICE_ACCOUNT_ID") },
    scene: "webhookAccount",
  },
  resendWebhookDelivery: { scene: "webhookDelivery" },
  recoverWebhook: { body: { since: createTextVariable("SINCE") } },
};

const branchDrafts: CompanyDrafts = {
  updateBranch: { scene: "ownBranch" },
  deleteBranch: { scene: "ownBranch" },
};

const calendarDrafts: CompanyDrafts = {
  createDefaultCalendarEvent: {
    body: {
      start_at: createTextVariable("START_AT"),
      end_at: createTextVariable("END_AT"),
      resource_id: createTextVariable("USER_ID"),
    },
    scene: "shiftOfTomorrow",
  },
  importCalendarEvents: { body: { resource_id: createTextVariable("USER_ID") } },
  createCalendarFeed: { body: { resource_id: createTextVariable("USER_ID") } },
  createCalendar: { body: { groupId: createTextVariable("CALENDAR_GROUP_ID") } },
  updateCalendar: { body: { groupId: createTextVariable("CALENDAR_GROUP_ID") } },
  createCalendarEventExclusion: { body: { date: createTextVariable("DATE") } },
  getPublicHolidays: { query: { country: "DE", region: "BY" } },
  getHolidayRegions: { query: { country: "DE" } },
  getCalendarFeed: { path: { file: createTextVariable("FEED_FILE") }, saves: "shifts.ics" },
};

const fileDrafts: CompanyDrafts = {
  checkImport: { body: { kind: "VEHICLES" }, file: { name: "vehicles.csv", type: "text/csv" } },
  getAsset: { saves: "photo.jpg" },
  exportCase: { saves: "case.pdf" },
  exportTour: { saves: "tour.pdf" },
  exportTime: { saves: "times.xlsx" },
  exportTemplate: { saves: "sheet.pdf" },
  getHandoverPage: { path: { secret: createTextVariable("HANDOVER_SECRET") }, saves: "handover.html" },
  downloadHandover: { path: { secret: createTextVariable("HANDOVER_SECRET") }, saves: "handover.pdf" },
  sendCargoHandoverConfirmation: { scene: "deliveredCase" },
};

const placeDrafts: CompanyDrafts = {
  searchAddressReverse: { query: { lat: 47.0707, lon: 15.4395 } },
  searchAddressStructured: { query: { street: "Herrengasse 3", city: "Graz", country: "AT" } },
  getTopDestinationAddressesStatistics: { query: { period: "YEAR", limit: 10 } },
  getTopSourceAddressesStatistics: { query: { period: "YEAR", limit: 10 } },
  updateTourSequence: { body: { version: createNumberVariable("PLAN_VERSION") }, scene: "tourWithCase" },
};

export const companySampleOverrides: CompanyDrafts = {
  ...tenantDrafts,
  ...programDrafts,
  ...branchDrafts,
  ...calendarDrafts,
  ...fileDrafts,
  ...placeDrafts,
};
