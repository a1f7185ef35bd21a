import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { bindLimit, pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { WAITING_STATUSES } from '../threads/status.js'

/** A filter by name finds at most so many assistants. */
const MAX_SAME_NAME = 1_000

type AssistantRow = Row<'assistants'>
type VersionRow = Row<'assistant_versions'>

interface AssistantKey {
  tenant_id: string
  assistant_id: string
}

export const makeAssistantStore = (db: Database) => {
  const { kysely } = db.dialect
  const columns = getColumnNames('assistants')
  const versionColumns = getColumnNames('assistant_versions')

  const insert = prepare<AssistantRow>()((p) => kysely.insertInto('assistants').values(pick(p, columns)))

  const insertIfAbsent = prepare<AssistantRow>()((p) =>
    kysely
      .insertInto('assistants')
      .values(pick(p, columns))
      .onConflict((conflict) => conflict.doNothing())
      .returning('assistant_id'),
  )

  /** Copies the current assistant into a new version. */
  const insertVersion = prepare<AssistantKey>()((p) =>
    kysely
      .insertInto('assistant_versions')
      .columns(versionColumns)
      .expression((eb) =>
        eb
          .selectFrom('assistants')
          .select([...versionColumns.filter((column) => column !== 'created_at'), 'updated_at'])
          .where('tenant_id', '=', p.tenant_id)
          .where('assistant_id', '=', p.assistant_id),
      ),
  )

  const replace = prepare<AssistantRow & { old_revision: number }>()((p) =>
    kysely
      .updateTable('assistants')
      .set(pick(p, columns))
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('revision', '=', p.old_revision)
      .returning('revision'),
  )

  const select = prepare<AssistantKey>()((p) =>
    kysely
      .selectFrom('assistants')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id),
  )

  /** Two rows are enough to know that a name is ambiguous. */
  const selectByName = prepare<{ tenant_id: string; name: string }>()((p) =>
    kysely
      .selectFrom('assistants')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name)
      .limit(2),
  )

  const selectIdsByName = prepare<{ tenant_id: string; name: string; limit: number }>()((p) =>
    kysely
      .selectFrom('assistants')
      .select('assistant_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name)
      .limit(bindLimit(p.limit)),
  )

  const selectVersion = prepare<AssistantKey & { version: number }>()((p) =>
    kysely
      .selectFrom('assistant_versions')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('version', '=', p.version),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('assistants').selectAll().where('tenant_id', '=', p.tenant_id),
        'assistant_id',
        p,
        continued,
      ),
    ),
  )

  const selectVersionPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & AssistantKey>()((p) => {
      const page = kysely
        .selectFrom('assistant_versions')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('assistant_id', '=', p.assistant_id)
        .orderBy('version', 'desc')
        .limit(sql<number>`${p.limit}`)
      return continued ? page.where('version', '<', p.at) : page
    }),
  )

  const remove = prepare<AssistantKey>()((p) =>
    kysely
      .deleteFrom('assistants')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('runs')
              .select('runs.run_id')
              .whereRef('runs.tenant_id', '=', 'assistants.tenant_id')
              .whereRef('runs.assistant_id', '=', 'assistants.assistant_id')
              .where('runs.status', 'in', WAITING_STATUSES),
          ),
        ),
      )
      .returning('assistant_id'),
  )
  /** The first revision of an assistant that nothing refers to. */
  const removeUnused = prepare<AssistantKey>()((p) =>
    kysely
      .deleteFrom('assistants')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('revision', '=', sql.lit(1))
      .where(({ and, not, exists, selectFrom }) =>
        and(
          (['runs', 'threads', 'crons'] as const).map((table) =>
            not(
              exists(
                selectFrom(table)
                  .select(sql.lit(1).as('one'))
                  .where(`${table}.tenant_id`, '=', p.tenant_id)
                  .where(`${table}.assistant_id`, '=', p.assistant_id),
              ),
            ),
          ),
        ),
      )
      .returning('assistant_id'),
  )

  /** Locks the assistant: concurrent inserts of its runs either commit before, or fail. */
  const lock = prepare<AssistantKey>()((p) =>
    kysely
      .selectFrom('assistants')
      .select('assistant_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .modifyEnd(db.dialect.forUpdate),
  )

  const removeCrons = prepare<AssistantKey>()((p) =>
    kysely
      .deleteFrom('crons')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id),
  )
  const removeVersions = prepare<AssistantKey>()((p) =>
    kysely
      .deleteFrom('assistant_versions')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id),
  )

  return {
    /** Throws `resource_conflict` if the ID exists. */
    async insert(row: AssistantRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), insertVersion(row), ...extraStatements])
    },

    /** Returns false if an assistant with this ID exists. */
    async insertIfAbsent(row: AssistantRow, ...extraStatements: Statement[]): Promise<boolean> {
      return (
        (await db.write([requireRow(insertIfAbsent(row)), insertVersion(row), ...extraStatements])) !==
        undefined
      )
    },

    /** Returns false if the assistant has changed since it was read. */
    async replace(
      row: AssistantRow,
      oldRevision: number,
      asNewVersion: boolean,
      extraStatements: Statement[] = [],
    ): Promise<boolean> {
      const update = requireRow(replace({ ...row, old_revision: oldRevision }))
      const version = asNewVersion ? [insertVersion(row)] : []
      return (await db.write([update, ...version, ...extraStatements])) !== undefined
    },

    async get(key: AssistantKey): Promise<AssistantRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    async listIdsByName(tenant_id: string, name: string): Promise<string[]> {
      const rows = await db.read(selectIdsByName({ tenant_id, name, limit: MAX_SAME_NAME }))
      return rows.map(({ assistant_id }) => assistant_id)
    },

    /** Returns assistants with exactly this name, at most two. */
    findByName(tenant_id: string, name: string): Promise<AssistantRow[]> {
      return db.read(selectByName({ tenant_id, name }))
    },

    async getVersion(key: AssistantKey, version: number): Promise<VersionRow | undefined> {
      return (await db.read(selectVersion({ ...key, version })))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<AssistantRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    listVersions(key: AssistantKey, page: PageRequest): Promise<VersionRow[]> {
      return db.read(selectVersionPage(page.after !== undefined)({ ...key, ...toPageParams(page) }))
    },

    /** Removes the assistant if it was never changed and no run, thread or cron refers to it. Returns whether it was removed. */
    async removeUnused(key: AssistantKey): Promise<boolean> {
      if ((await this.get(key)) === undefined) return false
      return (await db.write([lock(key), requireRow(removeUnused(key)), removeVersions(key)])) !== undefined
    },

    /** Removes the assistant with its versions and crons. Returns false if it does not exist or runs wait for it. */
    async remove(key: AssistantKey, extraStatements: Statement[] = []): Promise<boolean> {
      const removals = [requireRow(remove(key)), removeVersions(key), removeCrons(key)]
      return (await db.write([lock(key), ...removals, ...extraStatements])) !== undefined
    },
  }
}

export type AssistantStore = ReturnType<typeof makeAssistantStore>
