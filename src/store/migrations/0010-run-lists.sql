-- The first line of the input, for lists and text search. Null: no text, or created by an older version.
alter table runs add column preview text;
-- The name of the API key or of the user. Null: unknown, or created by the service.
alter table runs add column created_by text;
-- The run that this one repeats.
alter table runs add column retry_of text {bytes};
-- The caller who has reserved a waiting run, and until when.
alter table runs add column reserved_by text;
alter table runs add column reserved_until bigint;

-- Bulk operations on runs. The counts are those of the items.
create table run_operations (
  tenant_id text {bytes} not null,
  operation_id text {bytes} not null,
  action text not null,
  status text not null,
  dry_run bigint not null,
  total bigint not null,
  -- 1: more runs may match the filter than the operation processes.
  capped bigint not null,
  created_by text,
  created_at bigint not null,
  completed_at bigint,
  primary key (tenant_id, operation_id)
);
create index run_operations_open on run_operations (operation_id) where status = 'running';
create index run_operations_ended on run_operations (completed_at) where status = 'completed';

-- The runs of an operation. A row is changed from pending to done in the batch that changes the run, so each run is processed once.
create table run_operation_items (
  tenant_id text {bytes} not null,
  operation_id text {bytes} not null,
  idx bigint not null,
  run_id text {bytes} not null,
  status text not null,
  error text,
  -- While a node processes the run: when its lease ends.
  lease_expires_at bigint not null,
  primary key (tenant_id, operation_id, idx)
);
create index run_operation_items_pending on run_operation_items (tenant_id, operation_id, lease_expires_at)
  where status = 'pending';
