/**
 * LangGraph's BaseStore for the nodes of one execution. Operations are performed by the main thread, which
 * knows the tenant of the run. Written values pass through the scrubber of the run's guardrails, like
 * everything that leaves the executor. A namespace or key that the scrubber would change is refused: two
 * names that differ only in the removed text would become one.
 */
import {
  BaseStore,
  InvalidNamespaceError,
  type Item,
  type Operation,
  type OperationResults,
  type SearchItem,
} from '@langchain/langgraph-checkpoint'
import type { StoreItemResult, StoreItemOperation, StoreItem } from '../../schema/store-item.js'
import type { Scrubber } from './guardrails/scrub.js'

interface StoreAccess {
  perform: (operations: StoreItemOperation[]) => Promise<StoreItemResult[]>
  /** Aborted when the run must not perform further operations. */
  signal: AbortSignal
  scrubber: Scrubber | undefined
}

const DEFAULT_LIMIT = 10

export class LongTermStore extends BaseStore {
  readonly #access: StoreAccess

  constructor(access: StoreAccess) {
    super()
    this.#access = access
  }

  override async batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    const { perform, signal, scrubber } = this.#access
    signal.throwIfAborted()
    if (operations.length === 0) return [] as unknown as OperationResults<Operations>
    const replies = await perform(operations.map((operation) => toStoreOperation(operation, scrubber)))
    return replies.map((reply, index) =>
      toOperationResult(operations[index] as Operation, reply),
    ) as OperationResults<Operations>
  }
}

/**
 * Converts everything to strings and numbers, because a graph may pass values that cannot be posted to
 * another thread.
 */
const toStoreOperation = (operation: Operation, scrubber: Scrubber | undefined): StoreItemOperation => {
  if ('namespacePrefix' in operation) {
    const { namespacePrefix, filter, query, limit, offset } = operation
    return {
      kind: 'search',
      prefix: toLabels(namespacePrefix),
      filter: filter == null ? null : toJsonObject(filter, 'filter'),
      query: query == null ? null : toText(query),
      limit: toNumber(limit ?? DEFAULT_LIMIT),
      offset: toNumber(offset ?? 0),
    }
  }
  if (!('key' in operation)) {
    const { matchConditions, maxDepth, limit, offset } = operation
    const matches = (matchConditions ?? []).map(({ matchType, path }) => ({
      end: matchType,
      path: toLabels(path),
    }))
    return {
      kind: 'namespaces',
      matches,
      max_depth: maxDepth == null ? null : toNumber(maxDepth),
      limit: toNumber(limit),
      offset: toNumber(offset),
    }
  }
  const itemKey = { namespace: toLabels(operation.namespace), key: toText(operation.key) }
  if (!('value' in operation)) return { kind: 'get', ...itemKey }
  const { value, index } = operation
  if (value === null) return { kind: 'remove', ...itemKey }
  const json = toJsonObject(value, 'value')
  if (
    scrubber !== undefined &&
    [...itemKey.namespace, itemKey.key].some((name) => scrubber.text(name) !== name)
  )
    throw new Error('a guardrail does not allow this namespace or key to be stored')
  return {
    kind: 'put',
    ...itemKey,
    value: scrubber === undefined ? json : scrubber.json(json),
    index: index === false ? false : index == null ? null : toLabels(index),
  }
}

const toText = (value: unknown): string => String(value)
const toNumber = (value: unknown): number => Number(value)

const toLabels = (value: unknown): string[] => {
  if (!Array.isArray(value) || !value.every((label) => typeof label === 'string'))
    throw new InvalidNamespaceError('namespaces and indexed fields must be arrays of strings')
  return [...value]
}

const toJsonObject = (value: unknown, name: string): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || !text.startsWith('{')) throw new TypeError(`the ${name} must be an object`)
  return text
}

const toOperationResult = (operation: Operation, reply: StoreItemResult): unknown => {
  if ('value' in operation) return undefined
  if (reply === null) return null
  if (!Array.isArray(reply)) return toItem(reply)
  return 'namespacePrefix' in operation ? (reply as StoreItem[]).map(toItem) : reply
}

const toItem = ({ namespace, key, value, created_at, updated_at, score }: StoreItem): Item & SearchItem => ({
  namespace,
  key,
  value: JSON.parse(value) as Record<string, unknown>,
  createdAt: new Date(created_at),
  updatedAt: new Date(updated_at),
  ...(score !== undefined && { score }),
})
