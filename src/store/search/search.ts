/**
 * Finds resources for a command palette. IDs are found by a range of the primary key. Names are compared with those of the newest rows
 * only, so that a query costs the same however many rows a tenant has.
 */
import { sql } from 'kysely'
import type { SearchResult } from '../../schema/search.js'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'

export interface FoundRow {
  type: SearchResult['type']
  id: string
  title: string | null
  subtitle: string | null
  updated_at: number
}

interface IdParams {
  tenant_id: string
  /** The prefix and the first text that is greater than all texts with this prefix. */
  first: string
  after: string
}

interface NameParams {
  tenant_id: string
  /** A pattern of `like` in lower case, with `\\` as the escape character. */
  pattern: string
}

/** Rows of a table whose names are compared. */
const SEARCHED_ROWS = sql.lit(5_000)
const RESULTS = sql.lit(20)

const type = (name: SearchResult['type']) => sql.lit<SearchResult['type']>(name).as('type')
const subtitle = (column: string) => sql<string | null>`${sql.ref(column)}`.as('subtitle')
const matches = (column: string, pattern: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`

export const makeSearchStore = (db: Database) => {
  const { kysely } = db.dialect
  // Clients of the LangGraph API have no field for a title and put it into the metadata.
  const threadTitle = sql<string | null>`coalesce(title, ${db.dialect.jsonField('metadata', 'title')})`.as(
    'title',
  )

  const selectRuns = prepare<IdParams>()((p) =>
    kysely
      .selectFrom('runs')
      .select([type('run'), 'run_id as id', 'run_id as title', subtitle('status'), 'updated_at'])
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '>=', p.first)
      .where('run_id', '<', p.after)
      .orderBy('run_id')
      .limit(RESULTS),
  )
  const selectThreads = prepare<IdParams>()((p) =>
    kysely
      .selectFrom('threads')
      .select([type('thread'), 'thread_id as id', threadTitle, subtitle('status'), 'updated_at'])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '>=', p.first)
      .where('thread_id', '<', p.after)
      .orderBy('thread_id')
      .limit(RESULTS),
  )

  const selectThreadTitles = prepare<NameParams>()((p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('threads')
          .select(['thread_id', threadTitle, 'status', 'updated_at', 'created_at'])
          .where('tenant_id', '=', p.tenant_id)
          .where('temporary', '=', sql.lit(0))
          .orderBy('created_at', 'desc')
          .orderBy('thread_id', 'desc')
          .limit(SEARCHED_ROWS)
          .as('t'),
      )
      .select([type('thread'), 'thread_id as id', 'title', subtitle('status'), 'updated_at'])
      .where(matches('title', p.pattern))
      .orderBy('created_at', 'desc')
      .limit(RESULTS),
  )
  const selectAssistants = prepare<NameParams>()((p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('assistants')
          .select(['assistant_id', 'name', 'graph_id', 'updated_at', 'created_at'])
          .where('tenant_id', '=', p.tenant_id)
          .orderBy('created_at', 'desc')
          .orderBy('assistant_id', 'desc')
          .limit(SEARCHED_ROWS)
          .as('a'),
      )
      .select([type('assistant'), 'assistant_id as id', 'name as title', subtitle('graph_id'), 'updated_at'])
      .where(matches('name', p.pattern))
      .orderBy('created_at', 'desc')
      .limit(RESULTS),
  )
  const selectDatasets = prepare<NameParams>()((p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('datasets')
          .select(['dataset_id', 'name', 'description', 'updated_at', 'created_at'])
          .where('tenant_id', '=', p.tenant_id)
          .orderBy('created_at', 'desc')
          .orderBy('dataset_id', 'desc')
          .limit(SEARCHED_ROWS)
          .as('d'),
      )
      .select([type('dataset'), 'dataset_id as id', 'name as title', subtitle('description'), 'updated_at'])
      .where(matches('name', p.pattern))
      .orderBy('created_at', 'desc')
      .limit(RESULTS),
  )
  const selectEvaluations = prepare<NameParams>()((p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('evaluations')
          .select(['eval_id', 'name', 'status', 'updated_at', 'created_at'])
          .where('tenant_id', '=', p.tenant_id)
          .orderBy('created_at', 'desc')
          .orderBy('eval_id', 'desc')
          .limit(SEARCHED_ROWS)
          .as('e'),
      )
      .select([type('evaluation'), 'eval_id as id', 'name as title', subtitle('status'), 'updated_at'])
      .where(matches('name', p.pattern))
      .orderBy('created_at', 'desc')
      .limit(RESULTS),
  )
  const selectWebhooks = prepare<NameParams>()((p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('webhooks')
          .select(['webhook_id', 'url', 'description', 'updated_at', 'created_at'])
          .where('tenant_id', '=', p.tenant_id)
          // Registered webhooks only; those of single runs have no page.
          .where('topic', '=', sql.lit(''))
          .orderBy('created_at', 'desc')
          .orderBy('webhook_id', 'desc')
          .limit(SEARCHED_ROWS)
          .as('w'),
      )
      .select([type('webhook'), 'webhook_id as id', 'url as title', subtitle('description'), 'updated_at'])
      .where((eb) => eb.or([matches('url', p.pattern), matches('description', p.pattern)]))
      .orderBy('created_at', 'desc')
      .limit(RESULTS),
  )
  const byName = [selectAssistants, selectThreadTitles, selectDatasets, selectEvaluations, selectWebhooks]

  return {
    /** Runs, then threads, whose ID starts with the prefix; at most 20 of each. */
    async findById(tenant_id: string, prefix: string): Promise<FoundRow[]> {
      const params = { tenant_id, first: prefix, after: `${prefix}~` }
      const [runs, threads] = await Promise.all([db.read(selectRuns(params)), db.read(selectThreads(params))])
      return [...runs, ...threads]
    },

    /** Resources whose name, title or URL contains the text, newest first within each kind; at most 20 of each. */
    async findByName(tenant_id: string, text: string): Promise<FoundRow[]> {
      const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`
      const found = await Promise.all(byName.map((select) => db.read(select({ tenant_id, pattern }))))
      return found.flat()
    },
  }
}

export type SearchStore = ReturnType<typeof makeSearchStore>
