import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'
import { waiting } from '../threads/status.js'

type AssistantRow = Row<'assistants'>
type VersionRow = Row<'assistant_versions'>

interface Key {
  tenant_id: string
  assistant_id: string
}

export const makeAssistantStore = (db: Database) => {
  const { build } = db.dialect
  const columns = columnsOf('assistants')
  const versionColumns = columnsOf('assistant_versions')

  const insert = prepare<AssistantRow>()((p) => build.insertInto('assistants').values(pick(p, columns)))

  const insertIfAbsent = prepare<AssistantRow>()((p) =>
    build
      .insertInto('assistants')
      .values(pick(p, columns))
      .onConflict((conflict) => conflict.doNothing())
      .returning('assistant_id'),
  )

  /** Freezes what the assistant is now as a version of its own. */
  const freezeVersion = prepare<Key>()((p) =>
    build
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
    build
      .updateTable('assistants')
      .set(pick(p, columns))
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('revision', '=', p.old_revision)
      .returning('revision'),
  )

  const select = prepare<Key>()((p) =>
    build
      .selectFrom('assistants')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id),
  )

  /** Two are enough to know that a name says nothing. */
  const selectNamed = prepare<{ tenant_id: string; name: string }>()((p) =>
    build
      .selectFrom('assistants')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name)
      .limit(2),
  )

  const selectVersion = prepare<Key & { version: number }>()((p) =>
    build
      .selectFrom('assistant_versions')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('version', '=', p.version),
  )

  const selectPage = variants((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build.selectFrom('assistants').selectAll().where('tenant_id', '=', p.tenant_id),
        'assistant_id',
        p,
        continued,
      ),
    ),
  )

  const selectVersionPage = variants((continued: boolean) =>
    prepare<PageParams & Key>()((p) => {
      const page = build
        .selectFrom('assistant_versions')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('assistant_id', '=', p.assistant_id)
        .orderBy('version', 'desc')
        .limit(sql<number>`${p.limit}`)
      return continued ? page.where('version', '<', p.at) : page
    }),
  )

  const remove = prepare<Key>()((p) =>
    build
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
              .where('runs.status', 'in', waiting),
          ),
        ),
      )
      .returning('assistant_id'),
  )
  /** Runs that are being made for it are made before, or not at all. */
  const lock = prepare<Key>()((p) =>
    build
      .selectFrom('assistants')
      .select('assistant_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .modifyEnd(db.dialect.takeRow),
  )

  const removeCrons = prepare<Key>()((p) =>
    build.deleteFrom('crons').where('tenant_id', '=', p.tenant_id).where('assistant_id', '=', p.assistant_id),
  )
  const removeVersions = prepare<Key>()((p) =>
    build
      .deleteFrom('assistant_versions')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id),
  )

  return {
    /** The conflict of an id that exists is thrown as `resource_conflict`. */
    async insert(row: AssistantRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), freezeVersion(row), ...also])
    },

    /** False: one with this id exists already. */
    async insertIfAbsent(row: AssistantRow, ...also: Statement[]): Promise<boolean> {
      return (await db.write([required(insertIfAbsent(row)), freezeVersion(row), ...also])) !== undefined
    },

    /** False: somebody else changed it since it was read. */
    async replace(row: AssistantRow, oldRevision: number, asNewVersion: boolean): Promise<boolean> {
      const update = required(replace({ ...row, old_revision: oldRevision }))
      return (await db.write(asNewVersion ? [update, freezeVersion(row)] : [update])) !== undefined
    },

    async get(key: Key): Promise<AssistantRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    /** Those of exactly this name: none, one, or two of several. */
    findNamed(tenant_id: string, name: string): Promise<AssistantRow[]> {
      return db.read(selectNamed({ tenant_id, name }))
    },

    async getVersion(key: Key, version: number): Promise<VersionRow | undefined> {
      return (await db.read(selectVersion({ ...key, version })))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<AssistantRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...pageParams(page) }))
    },

    listVersions(key: Key, page: PageRequest): Promise<VersionRow[]> {
      return db.read(selectVersionPage(page.after !== undefined)({ ...key, ...pageParams(page) }))
    },

    /** Its versions go with it. False: there is none, or runs wait for it. */
    async remove(key: Key): Promise<boolean> {
      return (
        (await db.write([lock(key), required(remove(key)), removeVersions(key), removeCrons(key)])) !==
        undefined
      )
    },
  }
}

export type AssistantStore = ReturnType<typeof makeAssistantStore>
