-- What a run cost, at the prices of the time at which it ended: JSON with nano-dollars and the models without a price.
alter table runs add column cost text;

-- What has ended since the buckets were last updated. The batch that ends a run inserts one row; folding removes it.
create table stat_entries (
  tenant_id text {bytes} not null,
  entry_id text {bytes} not null,
  -- '' for deliveries of webhooks.
  assistant_id text {bytes} not null,
  ended_at bigint not null,
  data text not null,
  nodes text,
  primary key (tenant_id, entry_id)
);

-- Figures of a minute or an hour, of one assistant or ('') of the whole tenant.
create table stat_buckets (
  tenant_id text {bytes} not null,
  assistant_id text {bytes} not null,
  -- The length in seconds: 60 or 3600.
  resolution bigint not null,
  bucket_at bigint not null,
  -- Incremented by every change; every update compares-and-sets it.
  revision bigint not null,
  data text not null,
  nodes text,
  primary key (tenant_id, assistant_id, resolution, bucket_at)
);
create index stat_buckets_by_age on stat_buckets (resolution, bucket_at);

-- The nodes of a cluster.
create table nodes (
  node_id text {bytes} primary key,
  version text not null,
  role text not null,
  started_at bigint not null,
  heartbeat_at bigint not null,
  executing bigint not null,
  threads bigint not null,
  draining bigint not null
);

-- Saved views of the console.
create table views (
  tenant_id text {bytes} not null,
  view_id text {bytes} not null,
  name text not null,
  screen text {bytes} not null,
  query text not null,
  shared bigint not null,
  created_by text {bytes} not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, view_id)
);
create index views_newest on views (tenant_id, created_at, view_id);
