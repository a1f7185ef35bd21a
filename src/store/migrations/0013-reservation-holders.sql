-- Who has reserved a waiting run: `reserved_by` is only the name, which two API keys can share. Null: reserved by an older version.
alter table runs add column reserved_by_id text;
