-- The W3C trace contexts of the request that created the run and of those that resumed it, separated by spaces. Null: traces are off,
-- or an older version wrote the row.
alter table runs add column traceparent text;
alter table runs add column resume_traceparents text;
