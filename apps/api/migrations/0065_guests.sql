-- An office sees the cases of its branches, and those that were ever on a tour of them. Of the second kind only those of other branches
-- count, and they are few: their links say so, and nobody looks through all the links that a branch's tours ever had.
alter table case_links add column guest_branch_id uuid;

create function keep_guest_of_link() returns trigger language plpgsql as $$
begin
  update case_links link set guest_branch_id = tour.branch_id from tours tour, cases c
  where link.tenant_id = new.tenant_id and link.case_id = new.case_id and link.tour_id = new.tour_id
    and tour.tenant_id = new.tenant_id and tour.id = new.tour_id and c.tenant_id = new.tenant_id and c.id = new.case_id
    and tour.branch_id is not null and tour.branch_id is distinct from c.branch_id;
  return null;
end $$;
create trigger case_links_guest after insert on case_links for each row execute function keep_guest_of_link();

create function keep_guests_of_case() returns trigger language plpgsql as $$
begin
  update case_links link set guest_branch_id = nullif(tour.branch_id, new.branch_id) from tours tour
  where link.tenant_id = new.tenant_id and link.case_id = new.id and tour.tenant_id = new.tenant_id and tour.id = link.tour_id
    and link.guest_branch_id is distinct from nullif(tour.branch_id, new.branch_id);
  return null;
end $$;
create trigger cases_guests after update of branch_id on cases for each row
  when (old.branch_id is distinct from new.branch_id) execute function keep_guests_of_case();

create function keep_guests_of_tour() returns trigger language plpgsql as $$
begin
  update case_links link set guest_branch_id = nullif(new.branch_id, c.branch_id) from cases c
  where link.tenant_id = new.tenant_id and link.tour_id = new.id and c.tenant_id = new.tenant_id and c.id = link.case_id
    and link.guest_branch_id is distinct from nullif(new.branch_id, c.branch_id);
  return null;
end $$;
create trigger tours_guests after update of branch_id on tours for each row
  when (old.branch_id is distinct from new.branch_id) execute function keep_guests_of_tour();

update case_links link set guest_branch_id = tour.branch_id from tours tour, cases c
where tour.tenant_id = link.tenant_id and tour.id = link.tour_id and c.tenant_id = link.tenant_id and c.id = link.case_id
  and tour.branch_id is not null and tour.branch_id is distinct from c.branch_id;
create index case_links_guests on case_links (tenant_id, case_id, guest_branch_id) where guest_branch_id is not null;
