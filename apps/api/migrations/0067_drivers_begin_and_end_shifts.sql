-- Drivers who may start a planned tour of their own may also begin one without a plan, and end it. Their scope bounds both to own tours.
-- The version counts on, so that whoever was just editing such a role does not take the grants away unseen.
update roles set lock_version = lock_version + 1, updated_at = now(),
  grants = grants || array(select added from unnest(array['createTour', 'finishTour']) added where added <> all (grants))
where role_type = 'DRIVER' and grants @> array['updateTour'] and not grants @> array['createTour', 'finishTour'];
