export { createTenant, type NewTenant } from "./tenants.service";
