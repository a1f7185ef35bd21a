-- Administrative changes. Rows are only ever added: no statement of the program updates or deletes them.
create table audit_entries (
  tenant_id text {bytes} not null,
  entry_id text {bytes} not null,
  created_at bigint not null,
  action text not null,
  resource_type text not null,
  resource_id text,
  resource_name text,
  actor_id text not null,
  actor_name text not null,
  credential text not null,
  key_id text {bytes},
  request_id text not null,
  changes text not null,
  primary key (tenant_id, entry_id)
);
create index audit_entries_newest on audit_entries (tenant_id, created_at, entry_id);
