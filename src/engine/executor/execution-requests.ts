/** What an execution asks the main thread for. */
import type { StoreItemOperation, StoreItemResult } from '../../schema/store-item.js'
import type { StoredCheckpoint } from '../../store/threads/checkpoints.js'
import type { CheckpointQuery } from '../../store/threads/find-checkpoints.js'
import type { FromExecutor, ValueQuery } from '../threads/executor-protocol.js'
import type { PendingRequests } from './pending-requests.js'

export const makeExecutionRequests = (
  executionId: number,
  mainThread: PendingRequests,
  post: (message: FromExecutor) => void,
) => ({
  findCheckpoints: (query: CheckpointQuery): Promise<StoredCheckpoint[]> =>
    mainThread.request((id) => {
      post({ type: 'find_checkpoints', id, executionId, query })
    }),
  findValues: <Row>(query: ValueQuery): Promise<Row[]> =>
    mainThread.request((id) => {
      post({ type: 'find_values', id, executionId, query })
    }),
  performStoreOperations: (operations: StoreItemOperation[]): Promise<StoreItemResult[]> =>
    mainThread.request((id) => {
      post({ type: 'store_operations', id, executionId, operations })
    }),
  /** Resolves when everything that was posted is stored. */
  awaitEntries: async (): Promise<void> => {
    await mainThread.request<null>((id) => {
      post({ type: 'await_entries', id, executionId })
    })
  },
})

export type ExecutionRequests = ReturnType<typeof makeExecutionRequests>
