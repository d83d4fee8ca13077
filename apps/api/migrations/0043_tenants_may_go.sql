-- Ending a demonstration removes its tenants; a tenant that still has a row anywhere is kept by the references to it.
grant delete on tenants to leitstand_system;
