/** Exports of the tenants module for the server and the commands of the installation. */
export { findLogo, logoRetention } from "./tenant-logos.service";
export {
  appointPlatformAdministrator,
  runInPlatformTenant,
  createPasswordLinkForPerson,
  type PlatformServices,
} from "./platform.service";
