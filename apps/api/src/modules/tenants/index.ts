/** The face of tenants for whoever runs the installation. */
export { findLogo, logoRetention } from "./tenant-logos.service";
export { appointAdministrator, inPlatform, linkForPerson, type PlatformServices } from "./platform.service";
