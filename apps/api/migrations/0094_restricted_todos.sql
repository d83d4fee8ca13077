-- A todo that a case has because of an infection, or of a case for the police, told it to readers from whom the fields themselves are
-- withheld. The mark is the todo's own: templates are changed and deleted.
alter table case_todos add column restricted boolean not null default false;
update case_todos todo set restricted = true from todo_templates template
where template.tenant_id = todo.tenant_id and template.id = todo.template_id and template.conditions ?| array['infectious', 'police'];
-- The conditions of templates that have been deleted are not known any more. Roadside cases have no restricted fields.
update case_todos todo set restricted = true from cases c
where todo.template_id is null and c.tenant_id = todo.tenant_id and c.id = todo.case_id and c.funeral_data is not null;
