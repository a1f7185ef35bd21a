/** Guardrails that were created through the API. */
import type { Database } from '../sql/database.js'
import type { Row } from '../sql/tables.js'
import { makeNamedResourceStore } from './named-resource.js'

export type GuardrailRow = Row<'guardrails'>

export const makeGuardrailStore = (db: Database) =>
  makeNamedResourceStore(db, {
    table: 'guardrails',
    idColumn: 'guardrail_id',
    updatable: ['name', 'type', 'enabled', 'applies_to', 'config', 'revision', 'updated_at'],
  })

export type GuardrailStore = ReturnType<typeof makeGuardrailStore>
