-- Large outputs of the runs of a thread, as versions that are stored as the change against earlier ones. `runs.output` and the events of a
-- run refer to them (store/threads/thread-values.ts). Older programs cannot read these references.
-- oldest-program: 16
create table thread_values (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  version text {bytes} not null,
  value text not null,
  primary key (tenant_id, thread_id, version)
);
