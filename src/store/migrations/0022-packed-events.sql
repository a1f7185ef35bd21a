-- From here on, the events of a run that is not executing are stored compressed in `packed`, and `events` is then empty (store/packing/).
-- This program reads the rows of older ones, but older programs cannot read the new rows.
-- oldest-program: 22

-- Runs of older programs are packed in the background. This reads only the index of the table, and comes first, because a changed table is
-- locked until the end of the migration.
insert into event_compactions (tenant_id, run_id, position, claimed_until)
select tenant_id, run_id, 0, 0 from runs where true
on conflict (tenant_id, run_id) do nothing;

alter table run_events add column packed {blob};
