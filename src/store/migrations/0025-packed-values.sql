-- From here on, versions of a value of a thread are stored compressed and together (store/packing/value-pack.ts). A row with `packed`
-- contains the versions whose numbers are between `first_number` and `last_number`; the last one is its own. Older programs cannot read it.
-- oldest-program: 25

-- The values of older threads are packed in the background, with the newest run of each thread. This reads only an index of the table.
insert into event_compactions (tenant_id, run_id, position, claimed_until)
select tenant_id, max(run_id), 0, 0 from runs group by tenant_id, thread_id
on conflict (tenant_id, run_id) do nothing;

-- The numbers come before the bytes, so that SQLite compares them without reading the bytes.
alter table checkpoint_values add column first_number double precision;
alter table checkpoint_values add column last_number double precision;
alter table checkpoint_values add column packed {blob};
alter table thread_values add column first_number double precision;
alter table thread_values add column last_number double precision;
alter table thread_values add column packed {blob};
