/**
 * LangGraph's store, as the nodes of one execution have it: the main thread is asked, which knows the tenant of the run. What is
 * written goes through the cleaner of the run's guardrails, as everything that leaves. A name (namespace or key) that the cleaner
 * would change is refused instead: two that differ only in what is taken out would become one.
 */
import {
  BaseStore,
  InvalidNamespaceError,
  type Item,
  type Operation,
  type OperationResults,
  type SearchItem,
} from '@langchain/langgraph-checkpoint'
import type { ItemAnswer, ItemOperation, StoredItem } from '../../schema/store-item.js'
import type { Cleaner } from './guardrails/scrub.js'

interface Access {
  ask: (operations: ItemOperation[]) => Promise<ItemAnswer[]>
  /** Aborted: the run is not to do anything more. */
  signal: AbortSignal
  clean: Cleaner | undefined
}

const DEFAULT_LIMIT = 10

export class LongTermStore extends BaseStore {
  readonly #access: Access

  constructor(access: Access) {
    super()
    this.#access = access
  }

  override async batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    const { ask, signal, clean } = this.#access
    signal.throwIfAborted()
    if (operations.length === 0) return [] as unknown as OperationResults<Operations>
    const answers = await ask(operations.map((operation) => toAsked(operation, clean)))
    return answers.map((answer, at) =>
      toAnswered(operations[at] as Operation, answer),
    ) as OperationResults<Operations>
  }
}

/** Only texts and numbers are sent: what a graph hands over may be anything. */
const toAsked = (operation: Operation, clean: Cleaner | undefined): ItemOperation => {
  if ('namespacePrefix' in operation) {
    const { namespacePrefix, filter, query, limit, offset } = operation
    return {
      kind: 'search',
      prefix: labels(namespacePrefix),
      filter: filter == null ? null : jsonOf(filter, 'filter'),
      query: query == null ? null : text(query),
      limit: number(limit ?? DEFAULT_LIMIT),
      offset: number(offset ?? 0),
    }
  }
  if (!('key' in operation)) {
    const { matchConditions, maxDepth, limit, offset } = operation
    const matches = (matchConditions ?? []).map(({ matchType, path }) => ({
      end: matchType,
      path: labels(path),
    }))
    return {
      kind: 'namespaces',
      matches,
      max_depth: maxDepth == null ? null : number(maxDepth),
      limit: number(limit),
      offset: number(offset),
    }
  }
  const place = { namespace: labels(operation.namespace), key: text(operation.key) }
  if (!('value' in operation)) return { kind: 'get', ...place }
  const { value, index } = operation
  if (value === null) return { kind: 'remove', ...place }
  const json = jsonOf(value, 'value')
  if (clean !== undefined && [...place.namespace, place.key].some((name) => clean.text(name) !== name))
    throw new Error('a guardrail does not let this namespace or key be stored')
  return {
    kind: 'put',
    ...place,
    value: clean === undefined ? json : clean.json(json),
    index: index === false ? false : index == null ? null : labels(index),
  }
}

const text = (given: unknown): string => String(given)
const number = (given: unknown): number => Number(given)

const labels = (given: unknown): string[] => {
  if (!Array.isArray(given) || !given.every((label) => typeof label === 'string'))
    throw new InvalidNamespaceError('a namespace, or what is indexed, must be an array of strings')
  return [...given]
}

const jsonOf = (value: unknown, what: string): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || !text.startsWith('{')) throw new TypeError(`the ${what} must be an object`)
  return text
}

const toAnswered = (operation: Operation, answer: ItemAnswer): unknown => {
  if ('value' in operation) return undefined
  if (answer === null) return null
  if (!Array.isArray(answer)) return toItem(answer)
  return 'namespacePrefix' in operation ? (answer as StoredItem[]).map(toItem) : answer
}

const toItem = ({ namespace, key, value, created_at, updated_at, score }: StoredItem): Item & SearchItem => ({
  namespace,
  key,
  value: JSON.parse(value) as Record<string, unknown>,
  createdAt: new Date(created_at),
  updatedAt: new Date(updated_at),
  ...(score !== undefined && { score }),
})
