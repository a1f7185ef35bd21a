-- Who created a view: `created_by` is only the name, which two API keys can share. Null: created by an older version.
alter table views add column created_by_id text;
