-- From here on, versions of the values of a channel are stored compressed and together (store/packing/value-pack.ts). A row with `packed`
-- contains the versions whose numbers are between `first_number` and `last_number`; the last one is its own. Older programs cannot read it.
-- oldest-program: 25

-- The numbers come before the bytes, so that SQLite compares them without reading the bytes.
alter table checkpoint_values add column first_number double precision;
alter table checkpoint_values add column last_number double precision;
alter table checkpoint_values add column packed {blob};
