/** The face of tenants for whoever runs the installation. */
export { appointAdministrator, inPlatform, linkForPerson, type PlatformServices } from "./platform.service";
