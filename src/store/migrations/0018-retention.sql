-- How long the ended runs of an assistant or a thread are kept, in days, if it differs from RETENTION_DAYS. A table of its own, because an
-- index on the threads would block writes while it is created.
create table retention_overrides (
  tenant_id text {bytes} not null,
  -- 'assistants' or 'threads'.
  resource text {bytes} not null,
  resource_id text {bytes} not null,
  retention_days double precision not null,
  primary key (tenant_id, resource, resource_id)
);

-- What is left to do after a run was purged: 'runs' to remove the rest of its events, 'threads' to prune the history of its thread.
create table purge_tasks (
  tenant_id text {bytes} not null,
  resource text {bytes} not null,
  resource_id text {bytes} not null,
  primary key (tenant_id, resource, resource_id)
);

-- A single row: the node that purges, and what was purged.
create table retention_state (
  id bigint primary key,
  lease_owner text {bytes},
  lease_expires_at bigint not null,
  -- The end of the last complete purge. Null: there was none.
  last_purge_at bigint,
  purged_runs bigint not null,
  purged_events bigint not null,
  purged_checkpoints bigint not null,
  purged_threads bigint not null
);
insert into retention_state (id, lease_expires_at, purged_runs, purged_events, purged_checkpoints, purged_threads)
values (1, 0, 0, 0, 0, 0);
