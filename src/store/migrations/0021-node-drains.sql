-- When a person asked the node to take no more runs. Null: it takes runs, or an older version wrote the row.
alter table nodes add column drain_requested_at bigint;
