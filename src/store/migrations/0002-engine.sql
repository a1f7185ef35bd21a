-- The lease of a run: which node executes it, until when, and the fence that rejects writes of earlier claimants.
-- `attempt` is the count that users see. Every claim increments `fence`; nothing decrements it, not even a drain that
-- puts a run back into the queue.
alter table runs add column fence bigint not null default 0;
-- Claims since the run last made progress: a run that makes progress can survive any number of lost workers.
alter table runs add column tries bigint not null default 0;
alter table runs add column lease_owner text {bytes};
alter table runs add column lease_expires_at bigint;
-- The run does not start before this time.
alter table runs add column available_at bigint not null default 0;
-- When a run that waits for input expires; null: never.
alter table runs add column action_expires_at bigint;

-- At most one run of a thread is in progress. The claim checks this too; the index guarantees it.
create unique index runs_one_a_thread on runs (tenant_id, thread_id) where status = 'in_progress';
create index runs_unfinished on runs (tenant_id, thread_id, run_id)
  where status in ('queued', 'in_progress', 'requires_action');
create index runs_leases on runs (lease_expires_at) where status = 'in_progress';
create index runs_delayed on runs (available_at) where status = 'queued' and available_at > 0;
create index runs_expiring on runs (action_expires_at) where status = 'requires_action' and action_expires_at > 0;

-- Messages that are not assigned to a run yet.
create index messages_new on messages (tenant_id, thread_id, message_id) where run_id is null;

-- The events of runs, numbered without gaps. A row holds all events of one write (`first_seq` to `last_seq`), so a
-- stream of tokens costs one row every few milliseconds instead of one row for each token.
create table run_events (
  tenant_id text {bytes} not null,
  run_id text {bytes} not null,
  last_seq bigint not null,
  first_seq bigint not null,
  events text not null,
  primary key (tenant_id, run_id, last_seq)
);

-- The state of a thread after each step. Small channel values are stored in the checkpoint itself, larger ones in
-- checkpoint_values, once for each version, because most of them do not change from step to step.
create table checkpoints (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  checkpoint_ns text {bytes} not null,
  checkpoint_id text {bytes} not null,
  parent_checkpoint_id text {bytes},
  run_id text {bytes},
  checkpoint text not null,
  metadata text not null,
  created_at bigint not null,
  primary key (tenant_id, thread_id, checkpoint_ns, checkpoint_id)
);
create index checkpoints_of_run on checkpoints (tenant_id, run_id);

create table checkpoint_values (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  checkpoint_ns text {bytes} not null,
  channel text {bytes} not null,
  version text {bytes} not null,
  value text not null,
  primary key (tenant_id, thread_id, checkpoint_ns, channel, version)
);

-- The writes of a step's tasks before the step has ended: a finished task is not executed again.
create table checkpoint_writes (
  tenant_id text {bytes} not null,
  thread_id text {bytes} not null,
  checkpoint_ns text {bytes} not null,
  checkpoint_id text {bytes} not null,
  task_id text {bytes} not null,
  idx bigint not null,
  channel text not null,
  value text not null,
  primary key (tenant_id, thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
);
