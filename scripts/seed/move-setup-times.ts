/** Moves the creation of assistants, guardrails, webhooks, datasets and evaluations to the days before the runs. */
import type { Compilable } from 'kysely'
import type { Database } from '../../src/store/sql/database.js'
import { tenant_id } from './rows.js'
import type { TimeMap } from './time-map.js'

const DAY_MS = 86_400_000
/** Age of what the runs need, and of the last change of it. */
const CREATED_MS = 16 * DAY_MS
const CHANGED_MS = 3 * DAY_MS

export const moveSetup = (db: Database, since: number): Compilable[] => {
  const { kysely } = db.dialect
  const changed = ['assistants', 'guardrails', 'datasets'] as const
  return [
    ...changed.map((table) =>
      kysely
        .updateTable(table)
        .set((eb) => ({
          created_at: eb('created_at', '-', CREATED_MS),
          updated_at: eb('updated_at', '-', CHANGED_MS),
        }))
        .where('tenant_id', '=', tenant_id)
        .where('created_at', '>=', since),
    ),
    kysely
      .updateTable('assistant_versions')
      .set((eb) => ({
        created_at: eb
          .case()
          .when('version', '=', 1)
          .then(eb('created_at', '-', CREATED_MS))
          .else(eb('created_at', '-', CHANGED_MS))
          .end(),
      }))
      .where('tenant_id', '=', tenant_id)
      .where('created_at', '>=', since),
    kysely
      .updateTable('webhooks')
      .set((eb) => ({
        created_at: eb('created_at', '-', CREATED_MS),
        updated_at: eb('updated_at', '-', CHANGED_MS),
        since: eb('since', '-', CREATED_MS),
      }))
      .where('tenant_id', '=', tenant_id)
      .where('created_at', '>=', since),
    kysely
      .updateTable('dataset_versions')
      .set((eb) => ({ created_at: eb('created_at', '-', CHANGED_MS) }))
      .where('tenant_id', '=', tenant_id)
      .where('created_at', '>=', since),
    kysely
      .updateTable('examples')
      .set((eb) => ({
        created_at: eb('created_at', '-', CHANGED_MS),
        updated_at: eb('updated_at', '-', CHANGED_MS),
      }))
      .where('tenant_id', '=', tenant_id)
      .where('created_at', '>=', since),
  ]
}

/** The results of an evaluation have no pauses between them, so all of its rows move by the same distance. */
export const moveEvaluation = (db: Database, eval_id: string, startedAt: number, map: TimeMap) => {
  const { kysely } = db.dialect
  const shift = Math.round(map(startedAt) - startedAt)
  return [
    kysely
      .updateTable('evaluations')
      .set((eb) => ({
        created_at: eb('created_at', '+', shift),
        updated_at: eb('updated_at', '+', shift),
        started_at: eb('started_at', '+', shift),
        completed_at: eb('completed_at', '+', shift),
      }))
      .where('tenant_id', '=', tenant_id)
      .where('eval_id', '=', eval_id),
    kysely
      .updateTable('eval_results')
      .set((eb) => ({ created_at: eb('created_at', '+', shift) }))
      .where('tenant_id', '=', tenant_id)
      .where('eval_id', '=', eval_id),
  ]
}
