import type { Clock } from '../platform/clock.js'
import { AppError, notFound } from '../errors.js'
import { newId } from '../platform/ids.js'
import type { Assistant, AssistantCreate, AssistantUpdate, AssistantVersion } from '../schema/assistant.js'
import type { AssistantCheckResult } from '../schema/assistant-check.js'
import type { JsonObject, Page } from '../schema/common.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { RetentionOverrideStore } from '../store/retention/overrides.js'
import type { RunStore } from '../store/runs/runs.js'
import type { Row } from '../store/sql/tables.js'
import { toPageRequest, toPage, type ListQuery } from './cursor.js'
import { rewordConflict, requireAssistant } from './require-resource.js'
import { checkGraph } from './graph-schema/check-graph.js'
import { drawGraph } from './graph-schema/draw-graph.js'
import { sealCredentials } from './secrets/assistant-credentials.js'
import { findReferences } from './secrets/references.js'
import type { Secrets } from './secrets/secrets.js'
import type { Vault } from './secrets/vault.js'
import { BUILT_IN_GRAPH, builtInAssistantId } from './built-in-graph.js'
import { makeRetentionOverrides } from './retention/retention-overrides.js'
import { retryOnConflict } from './retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from './idempotency.js'
import { mergeJson, toAssistant, toAssistantVersion } from './row-mappers.js'
import { findRecursionLimitProblem } from './runs/parse-config.js'
import type { RunCancellation } from './runs/run-cancellation.js'

type AssistantRow = Row<'assistants'>

interface Deps {
  assistants: AssistantStore
  runs: RunStore
  cancellation: RunCancellation
  /** The graphs that assistants may use. */
  graphs: readonly string[]
  /** The graphs that have a built-in assistant. */
  builtInAssistants: readonly string[]
  /** The config and context of a graph's built-in assistant when it is created. */
  getDefaults?: (graph_id: string) => Pick<AssistantCreate, 'config' | 'context'> | undefined
  /** The description of a graph in langgraph.json. */
  describeGraph?: (graph_id: string) => string | undefined
  /** Returns the validation problems by path. */
  checkTools: (tools: unknown, path: string) => Record<string, string>
  /** Returns the problems of the guardrails, policy and risk profile of a config, by path. */
  checkGuardrails: (tenant_id: string, config: JsonObject) => Promise<Record<string, string>>
  /** The highest `config.recursion_limit` that a request may set. */
  maxRecursionLimit: number
  /** Named secrets, which assistants refer to. */
  namedSecrets: Secrets
  vault: Vault
  clock: Clock
  retentionOverrides: RetentionOverrideStore
}

export const makeAssistants = ({
  assistants,
  runs,
  cancellation,
  graphs,
  builtInAssistants,
  getDefaults,
  describeGraph,
  checkTools,
  checkGuardrails,
  maxRecursionLimit,
  namedSecrets,
  vault,
  clock,
  retentionOverrides,
}: Deps) => {
  const retention = makeRetentionOverrides(retentionOverrides, 'assistants')
  const newRow = (tenant_id: string, input: AssistantCreate): AssistantRow => {
    const now = clock.now()
    const graph_id = input.graph_id ?? BUILT_IN_GRAPH
    const key = { tenant_id, assistant_id: input.assistant_id?.toLowerCase() ?? newId() }
    const { config = {}, graph_schema = {} } = input
    const sealed = sealCredentials(vault, key, { config, graph_schema }, undefined)
    return {
      ...key,
      version: 1,
      last_version: 1,
      revision: 1,
      graph_id,
      name: input.name ?? graph_id,
      description: input.description ?? null,
      config: JSON.stringify(sealed.config),
      context: JSON.stringify(input.context ?? {}),
      graph_schema: JSON.stringify(sealed.graph_schema),
      metadata: JSON.stringify(input.metadata ?? {}),
      created_at: now,
      updated_at: now,
    }
  }

  /** Checks what the schemas cannot express. Returns all problems by path. */
  const findProblems = async (
    tenant_id: string,
    { graph_id, graph_schema, config, context }: AssistantUpdate,
  ): Promise<Record<string, string>> => {
    const details: Record<string, string> = {}
    if (graph_id !== undefined && !graphs.includes(graph_id))
      details['graph_id'] = `must be one of the graphs of this server: ${graphs.join(', ')}`
    if (graph_schema !== undefined && Object.keys(graph_schema).length > 0)
      Object.assign(details, prefixPaths('graph_schema', checkGraph(graph_schema, checkTools)))
    if (config?.tools !== undefined) Object.assign(details, checkTools(config.tools, 'config/tools'))
    const limitProblem = findRecursionLimitProblem(config, maxRecursionLimit)
    if (limitProblem !== undefined) details['config/recursion_limit'] = limitProblem
    if (config !== undefined) Object.assign(details, await checkGuardrails(tenant_id, config))
    const references = findReferences({
      config: config ?? {},
      graph_schema: graph_schema ?? {},
      context: context ?? {},
    })
    for (const [path, text] of Object.entries(await namedSecrets.findProblems(tenant_id, references)))
      details[path] ??= text
    return details
  }

  const validate = async (
    tenant_id: string,
    input: AssistantUpdate,
    otherProblems: Record<string, string> = {},
  ): Promise<void> => {
    const details = { ...otherProblems, ...(await findProblems(tenant_id, input)) }
    const [first] = Object.entries(details)
    if (first !== undefined) throw new AppError('validation_error', first.join(' '), details)
  }

  /** The definition after an update, with the credentials of the input encrypted. */
  const sealUpdate = (
    current: AssistantRow,
    input: AssistantUpdate,
  ): Pick<AssistantRow, 'config' | 'graph_schema'> => {
    const stored = {
      config: JSON.parse(current.config) as JsonObject,
      graph_schema: JSON.parse(current.graph_schema) as JsonObject,
    }
    const { config = {}, graph_schema = {} } = input
    const sealed = sealCredentials(vault, current, { config, graph_schema }, stored)
    return {
      config: input.config === undefined ? current.config : JSON.stringify(sealed.config),
      graph_schema:
        input.graph_schema === undefined ? current.graph_schema : JSON.stringify(sealed.graph_schema),
    }
  }

  return {
    async create(
      tenant_id: string,
      input: AssistantCreate,
      idempotencyStatements: IdempotencyStatements<Assistant> = noIdempotencyStatements,
    ): Promise<Assistant> {
      const isUnnamed = input.name === undefined && input.graph_id === undefined
      await validate(tenant_id, input, isUnnamed ? { name: 'is required unless graph_id is set' } : {})
      const row = newRow(tenant_id, input)
      const assistant = toAssistant(row, input.retention_days)
      const extraStatements = [
        ...retention.statements(tenant_id, row.assistant_id, input.retention_days),
        ...idempotencyStatements(assistant),
      ]
      if (input.if_exists === 'do_nothing') {
        if (await assistants.insertIfAbsent(row, ...extraStatements)) return assistant
        return this.get(tenant_id, row.assistant_id)
      }
      await assistants.insert(row, ...extraStatements).catch((error: unknown) => {
        throw rewordConflict(error, `Assistant ${row.assistant_id} already exists`)
      })
      return assistant
    },

    /** Checks an assistant without storing it, and draws its graph. */
    async check(tenant_id: string, input: AssistantUpdate): Promise<AssistantCheckResult> {
      return { problems: await findProblems(tenant_id, input), graph: drawGraph(input.graph_schema) }
    },

    async get(tenant_id: string, assistant_id: string): Promise<Assistant> {
      const row = await requireAssistant(assistants, tenant_id, assistant_id)
      return toAssistant(row, await retention.get(tenant_id, row.assistant_id))
    },

    async list(tenant_id: string, query: ListQuery): Promise<Page<Assistant>> {
      const page = toPageRequest('assistants', query)
      const rows = await assistants.list(tenant_id, page)
      const toPosition = (row: AssistantRow) => ({ at: row.created_at, id: row.assistant_id })
      const days = await retention.list(
        tenant_id,
        rows.map((row) => row.assistant_id),
      )
      return toPage('assistants', page, rows, toPosition, (row) =>
        toAssistant(row, days.get(row.assistant_id)),
      )
    },

    /** Creates a new version. Fields that are not in the input keep their values. */
    async update(tenant_id: string, assistant_id: string, input: AssistantUpdate): Promise<Assistant> {
      await validate(tenant_id, input)
      return retryOnConflict(async () => {
        const current = await requireAssistant(assistants, tenant_id, assistant_id)
        const updated: AssistantRow = {
          ...current,
          graph_id: input.graph_id ?? current.graph_id,
          name: input.name ?? current.name,
          description: input.description === undefined ? current.description : input.description,
          ...sealUpdate(current, input),
          context: input.context === undefined ? current.context : JSON.stringify(input.context),
          metadata: mergeJson(current.metadata, input.metadata),
          version: current.last_version + 1,
          last_version: current.last_version + 1,
          revision: current.revision + 1,
          updated_at: clock.now(),
        }
        const { retention_days: days = await retention.get(tenant_id, current.assistant_id) } = input
        const extraStatements = retention.statements(tenant_id, current.assistant_id, input.retention_days)
        const isStored = await assistants.replace(updated, current.revision, true, extraStatements)
        return isStored ? toAssistant(updated, days) : undefined
      })
    },

    async listVersions(
      tenant_id: string,
      assistant_id: string,
      query: ListQuery,
    ): Promise<Page<AssistantVersion>> {
      await requireAssistant(assistants, tenant_id, assistant_id)
      const list = `assistants/${assistant_id}/versions`
      const page = toPageRequest(list, query)
      const rows = await assistants.listVersions({ tenant_id, assistant_id }, page)
      const toPosition = (row: Row<'assistant_versions'>) => ({ at: row.version, id: '' })
      return toPage(list, page, rows, toPosition, toAssistantVersion)
    },

    /** Makes an existing version the current one, without creating a new version. */
    setLatest(tenant_id: string, assistant_id: string, version: number): Promise<Assistant> {
      return retryOnConflict(async () => {
        const current = await requireAssistant(assistants, tenant_id, assistant_id)
        const selectedVersion = await assistants.getVersion({ tenant_id, assistant_id }, version)
        if (selectedVersion === undefined) throw notFound('Version', String(version))
        const updated: AssistantRow = {
          ...current,
          ...selectedVersion,
          created_at: current.created_at,
          revision: current.revision + 1,
          updated_at: clock.now(),
        }
        const isStored = await assistants.replace(updated, current.revision, false)
        return isStored
          ? toAssistant(updated, await retention.get(tenant_id, current.assistant_id))
          : undefined
      })
    },

    /** Cancels the queued runs of the assistant first, one batch per run: without the assistant they could not execute. */
    remove(tenant_id: string, assistant_id: string): Promise<{ deleted: true; assistant_id: string }> {
      return retryOnConflict(async () => {
        const assistant = await requireAssistant(assistants, tenant_id, assistant_id)
        const key = { tenant_id, assistant_id: assistant.assistant_id }
        for (
          let waiting = await runs.listWaiting(key);
          waiting.length > 0;
          waiting = await runs.listWaiting(key)
        ) {
          await Promise.all(waiting.map((run) => cancellation.cancelIfUnchanged(run)))
        }
        const isRemoved = await assistants.remove(
          key,
          retention.statements(tenant_id, key.assistant_id, null),
        )
        return isRemoved ? { deleted: true, assistant_id: key.assistant_id } : undefined
      })
    },

    /**
     * Creates the missing built-in assistants. A deleted one is created again at the next start. The built-in agent of an earlier start
     * without a project is removed, unless it is in use.
     */
    async ensureBuiltIn(tenant_id: string): Promise<void> {
      if (!builtInAssistants.includes(BUILT_IN_GRAPH))
        await assistants.removeUnused({ tenant_id, assistant_id: builtInAssistantId(BUILT_IN_GRAPH) })
      for (const graph_id of builtInAssistants) {
        const assistant_id = builtInAssistantId(graph_id)
        if ((await assistants.get({ tenant_id, assistant_id })) !== undefined) continue
        await assistants.insertIfAbsent(
          newRow(tenant_id, {
            assistant_id,
            graph_id,
            metadata: { created_by: 'system' },
            description: describeGraph?.(graph_id) ?? null,
            ...getDefaults?.(graph_id),
          }),
        )
      }
    },
  }
}

export type Assistants = ReturnType<typeof makeAssistants>

const prefixPaths = (path: string, problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field === '' ? path : `${path}/${field}`, text]),
  )
