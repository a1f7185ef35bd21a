/**
 * Reads and replaces the rows that contain encrypted values, over all tenants, for the re-encryption in the background. A row is only
 * replaced if it still has the values that were read, so a concurrent change is never lost.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

const PAGE_SIZE = 100

type WebhookSecrets = Pick<Row<'webhooks'>, 'tenant_id' | 'webhook_id' | 'secret' | 'old_secret'>
type AssistantText = Pick<Row<'assistants'>, 'tenant_id' | 'assistant_id' | 'config' | 'graph_schema'>
type VersionText = AssistantText & { version: number }
type SecretValue = Pick<Row<'secrets'>, 'tenant_id' | 'name' | 'value'>

const FIRST = { tenant_id: '', id: '', version: 0 }

/** Yields all rows in the order of their keys, a page at a time. */
const readPages = async function* <T>(
  readPage: (after: typeof FIRST) => Promise<T[]>,
  toKey: (row: T) => Partial<typeof FIRST>,
): AsyncGenerator<T> {
  let after = FIRST
  for (;;) {
    const rows = await readPage(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = { ...FIRST, ...toKey(last) }
  }
}

export const makeSealedRowStore = (db: Database) => {
  const { kysely } = db.dialect
  const limit = sql.lit(PAGE_SIZE)

  const selectWebhooks = prepare<typeof FIRST>()((p) =>
    kysely
      .selectFrom('webhooks')
      .select(['tenant_id', 'webhook_id', 'secret', 'old_secret'])
      .where(sql<boolean>`(tenant_id, webhook_id) > (${p.tenant_id}, ${p.id})`)
      .orderBy('tenant_id')
      .orderBy('webhook_id')
      .limit(limit),
  )
  const replaceWebhook = prepare<WebhookSecrets & { read_secret: string; read_old_secret: string }>()((p) =>
    kysely
      .updateTable('webhooks')
      .set({ secret: p.secret, old_secret: p.old_secret })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('secret', '=', p.read_secret)
      .where(({ eb, fn }) => eb(fn.coalesce('old_secret', sql.lit('')), '=', p.read_old_secret)),
  )

  const selectAssistants = prepare<typeof FIRST>()((p) =>
    kysely
      .selectFrom('assistants')
      .select(['tenant_id', 'assistant_id', 'config', 'graph_schema'])
      .where(sql<boolean>`(tenant_id, assistant_id) > (${p.tenant_id}, ${p.id})`)
      .orderBy('tenant_id')
      .orderBy('assistant_id')
      .limit(limit),
  )
  const selectVersions = prepare<typeof FIRST>()((p) =>
    kysely
      .selectFrom('assistant_versions')
      .select(['tenant_id', 'assistant_id', 'version', 'config', 'graph_schema'])
      .where(
        sql<boolean>`(tenant_id, assistant_id, version) > (${p.tenant_id}, ${p.id}, cast(${p.version} as bigint))`,
      )
      .orderBy('tenant_id')
      .orderBy('assistant_id')
      .orderBy('version')
      .limit(limit),
  )
  const replaceAssistant = prepare<AssistantText & { read_config: string; read_graph_schema: string }>()(
    (p) =>
      kysely
        .updateTable('assistants')
        .set({ config: p.config, graph_schema: p.graph_schema })
        .where('tenant_id', '=', p.tenant_id)
        .where('assistant_id', '=', p.assistant_id)
        .where('config', '=', p.read_config)
        .where('graph_schema', '=', p.read_graph_schema),
  )
  const replaceVersion = prepare<VersionText & { read_config: string; read_graph_schema: string }>()((p) =>
    kysely
      .updateTable('assistant_versions')
      .set({ config: p.config, graph_schema: p.graph_schema })
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('version', '=', p.version)
      .where('config', '=', p.read_config)
      .where('graph_schema', '=', p.read_graph_schema),
  )

  const selectSecrets = prepare<typeof FIRST>()((p) =>
    kysely
      .selectFrom('secrets')
      .select(['tenant_id', 'name', 'value'])
      .where(sql<boolean>`(tenant_id, name) > (${p.tenant_id}, ${p.id})`)
      .orderBy('tenant_id')
      .orderBy('name')
      .limit(limit),
  )
  const replaceSecret = prepare<SecretValue & { read_value: string }>()((p) =>
    kysely
      .updateTable('secrets')
      .set({ value: p.value })
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name)
      .where('value', '=', p.read_value),
  )

  return {
    listWebhooks: (): AsyncGenerator<WebhookSecrets> =>
      readPages(
        (after) => db.read(selectWebhooks(after)),
        ({ tenant_id, webhook_id }) => ({ tenant_id, id: webhook_id }),
      ),
    async replaceWebhook(row: WebhookSecrets, read: WebhookSecrets): Promise<void> {
      await db.write([
        replaceWebhook({ ...row, read_secret: read.secret, read_old_secret: read.old_secret ?? '' }),
      ])
    },

    listAssistants: (): AsyncGenerator<AssistantText> =>
      readPages(
        (after) => db.read(selectAssistants(after)),
        ({ tenant_id, assistant_id }) => ({ tenant_id, id: assistant_id }),
      ),
    async replaceAssistant(row: AssistantText, read: AssistantText): Promise<void> {
      await db.write([
        replaceAssistant({ ...row, read_config: read.config, read_graph_schema: read.graph_schema }),
      ])
    },

    listVersions: (): AsyncGenerator<VersionText> =>
      readPages(
        (after) => db.read(selectVersions(after)),
        ({ tenant_id, assistant_id, version }) => ({ tenant_id, id: assistant_id, version }),
      ),
    async replaceVersion(row: VersionText, read: VersionText): Promise<void> {
      await db.write([
        replaceVersion({ ...row, read_config: read.config, read_graph_schema: read.graph_schema }),
      ])
    },

    listSecrets: (): AsyncGenerator<SecretValue> =>
      readPages(
        (after) => db.read(selectSecrets(after)),
        ({ tenant_id, name }) => ({ tenant_id, id: name }),
      ),
    async replaceSecret(row: SecretValue, read: SecretValue): Promise<void> {
      await db.write([replaceSecret({ ...row, read_value: read.value })])
    },
  }
}

export type SealedRowStore = ReturnType<typeof makeSealedRowStore>
