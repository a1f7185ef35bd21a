-- From here on, a row of run_events can refer to an earlier event of the run instead of repeating it (store/runs/event-rows/). This program
-- reads the rows of older ones, but older programs cannot read the new rows.
-- oldest-program: 17

-- The runs whose rows are to be compacted when they have ended. `position` is the last event that is compacted.
create table event_compactions (
  tenant_id text {bytes} not null,
  run_id text {bytes} not null,
  position bigint not null,
  claimed_until bigint not null,
  primary key (tenant_id, run_id)
);

-- Runs of older programs. Those that turn out to have no tokens are left as they are. The query reads only the index of the table.
insert into event_compactions (tenant_id, run_id, position, claimed_until)
select tenant_id, run_id, 0, 0 from run_events group by tenant_id, run_id having max(last_seq) >= 64;
