/** `heddle api`: lists the operations of the API, and calls one of them. */
import { closest } from 'fastest-levenshtein'
import { usageError } from '../command-error.js'
import type { Session } from '../service/session.js'
import { parseOperationRequest } from './operation-command.js'
import { readOperations } from './operations.js'

export const listOperations = async ({ output }: Session): Promise<void> => {
  await output.printList(
    readOperations(),
    [
      { title: 'OPERATION', value: ({ operationId }) => operationId },
      { title: 'METHOD', value: ({ method }) => method },
      { title: 'PATH', value: ({ path }) => path, isFlexible: true },
      { title: 'SUMMARY', value: ({ summary }) => summary, isFlexible: true },
    ],
    'no operations',
  )
}

export const callOperation = async (
  session: Session,
  operationId: string,
  args: readonly string[],
): Promise<void> => {
  const operations = readOperations()
  const operation = operations.find((each) => each.operationId === operationId)
  if (operation === undefined) {
    const nearest = closest(
      operationId,
      operations.map((each) => each.operationId),
    )
    throw usageError(`operation ${operationId} does not exist; did you mean ${nearest}? See heddle api list`)
  }
  const { method, path, options, headers } = await parseOperationRequest(operation, args)
  await printResponse(session, await session.client.open(method, path, { ...options, headers }))
}

const printResponse = async ({ output }: Session, response: Response): Promise<void> => {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json')) {
    // Events are printed as they arrive.
    const decoder = new TextDecoder()
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>)
      output.write(decoder.decode(chunk, { stream: true }))
    return
  }
  const value: unknown = await response.json()
  const items = output.format === 'jsonl' ? getItems(value) : undefined
  if (items !== undefined) for (const item of items) output.printJson(item)
  else if (output.format === 'jsonl') output.printJson(value)
  else output.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** The items of a list, which JSON Lines has on a line each. */
const getItems = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value as unknown[]
  const { data } = (value ?? {}) as { data?: unknown }
  return Array.isArray(data) ? (data as unknown[]) : undefined
}
