-- The answer that shows the address of a calendar feed is stored sealed since this release. Answers of the release before lie here as they were
-- sent: they would not open, and show the address to each reader of the table. A request that is sent again makes another feed, as one without a key does.
delete from idempotency_records where operation = 'createCalendarFeed';
