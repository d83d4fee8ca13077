/** Exports of the tenants module for the server and the commands of the installation. */
export { findLogo, logoRetention } from "./tenant-logos.service";
export { appointAdministrator, inPlatform, linkForPerson, type PlatformServices } from "./platform.service";
