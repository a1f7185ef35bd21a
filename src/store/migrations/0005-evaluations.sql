create table datasets (
  tenant_id text {bytes} not null,
  dataset_id text {bytes} not null,
  name text {bytes} not null,
  description text,
  metadata {json} not null,
  -- Grows by one with every change to the examples.
  version bigint not null,
  -- How many there are at this version.
  examples bigint not null,
  -- Its examples are hidden from those who may not administer.
  held_out_split text,
  -- Grows with every change to the rest.
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, dataset_id)
);
create unique index datasets_name on datasets (tenant_id, name);
create index datasets_newest on datasets (tenant_id, created_at, dataset_id);

create table dataset_versions (
  tenant_id text {bytes} not null,
  dataset_id text {bytes} not null,
  version bigint not null,
  examples bigint not null,
  added bigint not null,
  changed bigint not null,
  removed bigint not null,
  created_at bigint not null,
  primary key (tenant_id, dataset_id, version)
);

-- An example as it was from one version of its dataset on, until another; a change closes a row and opens one. In
-- the order of the primary key the dataset is read at any version.
create table examples (
  tenant_id text {bytes} not null,
  dataset_id text {bytes} not null,
  example_id text {bytes} not null,
  since_version bigint not null,
  -- The first version that no longer has it so.
  until_version bigint,
  input text not null,
  expected_output text,
  -- A JSON array, each tag on a line of its own.
  tags text not null,
  split text,
  metadata {json} not null,
  source_run_id text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, dataset_id, example_id, since_version)
);

create table evaluations (
  tenant_id text {bytes} not null,
  eval_id text {bytes} not null,
  name text not null,
  type text not null,
  status text not null,
  -- A JSON array of assistant_id, version and label; the first is the baseline of a comparison.
  arms text not null,
  dataset_id text {bytes} not null,
  dataset_version bigint not null,
  criteria text not null,
  settings text not null,
  total bigint not null,
  done bigint not null,
  errors bigint not null,
  summary text,
  error text,
  metadata {json} not null,
  -- Who works on it, and until when nobody else does.
  lease_owner text,
  lease_expires_at bigint,
  fence bigint not null,
  -- Grows when people have said something: whoever is about to put it aside looks again.
  touched bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  started_at bigint,
  completed_at bigint,
  primary key (tenant_id, eval_id)
);
create index evaluations_newest on evaluations (tenant_id, created_at, eval_id);
create index evaluations_open on evaluations (status, lease_expires_at) where status = 'running';

-- One for each run: what came out, and what it is worth.
create table eval_results (
  tenant_id text {bytes} not null,
  eval_id text {bytes} not null,
  example_id text {bytes} not null,
  arm bigint not null,
  repetition bigint not null,
  run_id text {bytes},
  status text not null,
  passed bigint,
  score double precision,
  scores text not null,
  output text,
  error text,
  latency_ms bigint,
  usage text,
  cost double precision,
  created_at bigint not null,
  primary key (tenant_id, eval_id, example_id, arm, repetition)
);
create index eval_results_status on eval_results (tenant_id, eval_id, status, example_id, arm, repetition);
create index eval_results_run on eval_results (tenant_id, eval_id, run_id);

-- Who is looking at a result, so that nobody else is asked meanwhile.
create table eval_reservations (
  tenant_id text {bytes} not null,
  eval_id text {bytes} not null,
  run_id text {bytes} not null,
  reviewer text {bytes} not null,
  expires_at bigint not null,
  primary key (tenant_id, eval_id, run_id, reviewer)
);

-- What people say of runs: of any run, or of one that an evaluation asks them about.
create table feedback (
  tenant_id text {bytes} not null,
  feedback_id text {bytes} not null,
  run_id text {bytes} not null,
  eval_id text {bytes},
  -- 'positive', 'negative' or null.
  rating text,
  -- 0 to 1, by the name of a criterion or dimension, as JSON.
  dimensions text not null,
  comment text,
  corrected_output text,
  reviewer text {bytes} not null,
  created_at bigint not null,
  primary key (tenant_id, feedback_id)
);
create index feedback_newest on feedback (tenant_id, created_at, feedback_id);
create index feedback_of_run on feedback (tenant_id, run_id, created_at, feedback_id);
create unique index feedback_of_evaluation on feedback (tenant_id, eval_id, run_id, reviewer) where eval_id is not null;

-- What was found when a judge was held against people.
create table judge_calibrations (
  tenant_id text {bytes} not null,
  calibration_id text {bytes} not null,
  -- A hash of the four after it, by which the records of one judge are found.
  judge_hash text {bytes} not null,
  -- Null: rules, and no model.
  model text,
  prompt_version text not null,
  -- A JSON array: names of criteria, hashes of rubrics.
  judged text not null,
  threshold double precision not null,
  -- 'calibrated' or 'uncalibrated'.
  status text not null,
  figures text not null,
  -- Where the labels come from: null where they were sent.
  eval_id text {bytes},
  criterion text,
  human_criterion text,
  created_at bigint not null,
  primary key (tenant_id, calibration_id)
);
create index judge_calibrations_newest on judge_calibrations (tenant_id, created_at, calibration_id);
create index judge_calibrations_of_judge on judge_calibrations (tenant_id, judge_hash, created_at, calibration_id);
