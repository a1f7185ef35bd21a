/** Moves the times of all rows that belong to a run or its thread. */
import type { Compilable } from 'kysely'
import { packCheckpoints, unpackCheckpoints } from '../../src/store/packing/checkpoint-pack.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Row } from '../../src/store/sql/tables.js'
import { moveEvent, moveJsonTimes } from './move-json-times.js'
import { read, tenant_id } from './rows.js'
import { loadEventRows, type SeededRun } from './seeded-runs.js'
import type { TimeMap } from './time-map.js'

const mapNullable = (map: TimeMap, at: number | null): number | null => (at === null ? null : map(at))

/** The row of the run is changed too, because the statistics are computed from it. */
export const moveRun = async (
  db: Database,
  { row }: SeededRun,
  map: TimeMap,
  since: number,
): Promise<Compilable[]> => {
  const { kysely } = db.dialect
  const { run_id } = row
  const times = {
    created_at: map(row.created_at),
    updated_at: map(row.updated_at),
    started_at: mapNullable(map, row.started_at),
    completed_at: mapNullable(map, row.completed_at),
    // A delayed run that is still queued starts in the future as planned.
    available_at:
      row.available_at < since || row.status === 'queued' ? row.available_at : map(row.available_at),
    action_expires_at: mapNullable(map, row.action_expires_at),
  }
  Object.assign(row, times)
  return [
    kysely.updateTable('runs').set(times).where('tenant_id', '=', tenant_id).where('run_id', '=', run_id),
    ...(await moveEvents(db, run_id, map, since)),
    ...(await moveDecisions(db, run_id, map)),
    ...(await moveDeliveries(db, run_id, map, since)),
  ]
}

const moveEvents = async (db: Database, run_id: string, map: TimeMap, since: number) => {
  const { kysely } = db.dialect
  // All rows are replaced by plain ones, because rows refer to events whose times are moved.
  const rows = await loadEventRows(db, run_id)
  return rows.map(({ last_seq, events }) =>
    kysely
      .updateTable('run_events')
      .set({
        events: JSON.stringify(events.map((event) => moveEvent(event, map, since))),
        packed: null,
      })
      .where('tenant_id', '=', tenant_id)
      .where('run_id', '=', run_id)
      .where('last_seq', '=', last_seq),
  )
}

const moveDecisions = async (db: Database, run_id: string, map: TimeMap) => {
  const { kysely } = db.dialect
  const rows = await read(
    db,
    kysely
      .selectFrom('guardrail_decisions')
      .select(['decision_id', 'created_at', 'expires_at', 'reviewed_at'])
      .where('tenant_id', '=', tenant_id)
      .where('run_id', '=', run_id),
  )
  return rows.map(({ decision_id, created_at, expires_at, reviewed_at }) =>
    kysely
      .updateTable('guardrail_decisions')
      .set({
        created_at: map(created_at),
        expires_at: map(created_at) + expires_at - created_at,
        reviewed_at: mapNullable(map, reviewed_at),
      })
      .where('tenant_id', '=', tenant_id)
      .where('decision_id', '=', decision_id),
  )
}

/** A delivery keeps its distance from its event: a pause after the event does not delay it. */
const moveDeliveries = async (db: Database, run_id: string, map: TimeMap, since: number) => {
  const { kysely } = db.dialect
  const events = await read(
    db,
    kysely
      .selectFrom('webhook_events')
      .select(['event_id', 'created_at', 'payload'])
      .where('tenant_id', '=', tenant_id)
      .where('run_id', '=', run_id),
  )
  return events.flatMap(({ event_id, created_at, payload }) => {
    const shift = Math.round(map(created_at) - created_at)
    return [
      kysely
        .updateTable('webhook_events')
        .set({
          created_at: created_at + shift,
          payload: JSON.stringify(moveJsonTimes(JSON.parse(payload), map, since)),
        })
        .where('event_id', '=', event_id),
      kysely
        .updateTable('webhook_deliveries')
        .set((eb) => ({
          created_at: eb('created_at', '+', shift),
          delivered_at: eb('delivered_at', '+', shift),
        }))
        .where('event_id', '=', event_id),
      kysely
        .updateTable('webhook_attempts')
        .set((eb) => ({ attempted_at: eb('attempted_at', '+', shift) }))
        .where('event_id', '=', event_id),
    ]
  })
}

/** The thread itself, its messages and its checkpoints. */
export const moveThread = async (
  db: Database,
  thread_id: string,
  map: TimeMap,
  since: number,
): Promise<Compilable[]> => {
  const { kysely } = db.dialect
  const [threads, messages, checkpoints] = await Promise.all([
    read(
      db,
      kysely
        .selectFrom('threads')
        .selectAll()
        .where('tenant_id', '=', tenant_id)
        .where('thread_id', '=', thread_id),
    ),
    read(
      db,
      kysely
        .selectFrom('messages')
        .selectAll()
        .where('tenant_id', '=', tenant_id)
        .where('thread_id', '=', thread_id),
    ),
    read(
      db,
      kysely
        .selectFrom('checkpoints')
        .selectAll()
        .where('tenant_id', '=', tenant_id)
        .where('thread_id', '=', thread_id),
    ),
  ])
  return [
    ...threads.map(({ created_at, updated_at, state_updated_at }) =>
      kysely
        .updateTable('threads')
        .set({
          created_at: map(created_at),
          updated_at: map(updated_at),
          state_updated_at: mapNullable(map, state_updated_at),
        })
        .where('tenant_id', '=', tenant_id)
        .where('thread_id', '=', thread_id),
    ),
    ...messages.map(({ message_id, created_at }) =>
      kysely
        .updateTable('messages')
        .set({ created_at: map(created_at) })
        .where('tenant_id', '=', tenant_id)
        .where('message_id', '=', message_id),
    ),
    ...(await Promise.all(checkpoints.map((row) => moveCheckpoint(db, row, map, since)))),
  ]
}

/** The row can contain several packed checkpoints. */
const moveCheckpoint = async (
  db: Database,
  { thread_id, checkpoint_ns, checkpoint_id, checkpoint, created_at, packed }: Row<'checkpoints'>,
  map: TimeMap,
  since: number,
) => {
  const moveText = (text: string): string =>
    text === '' ? text : JSON.stringify(moveJsonTimes(JSON.parse(text), map, since))
  const moved =
    packed &&
    unpackCheckpoints(packed).map((row) => ({
      ...row,
      created_at: map(row.created_at),
      checkpoint: moveText(row.checkpoint),
    }))
  return db.dialect.kysely
    .updateTable('checkpoints')
    .set({
      created_at: map(created_at),
      checkpoint: moveText(checkpoint),
      packed: moved && (await packCheckpoints(moved)),
    })
    .where('tenant_id', '=', tenant_id)
    .where('thread_id', '=', thread_id)
    .where('checkpoint_ns', '=', checkpoint_ns)
    .where('checkpoint_id', '=', checkpoint_id)
}
