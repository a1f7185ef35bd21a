-- Who created a key. Null: created by the command line or by an older version.
alter table api_keys add column created_by text;
