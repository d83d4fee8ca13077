/** Exports of the tenants module for the server and the commands of the installation. */
export { findLogoPng, logoRetention } from "./tenant-logos.service";
export {
  appointPlatformAdministrator,
  runInPlatformTenant,
  createPasswordLinkForPerson,
  type InstallationCommandServices,
} from "./platform.service";
export { selectMailSender } from "./mail-sender.sql";
