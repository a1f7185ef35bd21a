import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { copyThread, deleteThread, startRun, threadKey, threadsKey, updateState } from '../../api/threads.ts'
import { useRemoval } from '../../api/use-removal.ts'
import { showErrorToast } from '../../ui/error-toast.ts'
import { showToast } from '../../ui/toast.tsx'

interface Save {
  checkpointId: string
  values: Record<string, unknown>
  asNode: string | undefined
  andRun: boolean
}

/** What can be done with a thread and its checkpoints. Every change makes a branch. */
export const useThreadActions = (
  threadId: string,
  assistantId: string | undefined,
  onSelect: (id: string) => void,
) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const openChat = (): Promise<void> => navigate({ to: '/chat/$threadId', params: { threadId }, search: {} })

  const runFrom = async (checkpointId: string): Promise<void> => {
    if (assistantId === undefined)
      throw new Error('The thread has no assistant yet; start its first run in the playground')
    await startRun(threadId, { assistant_id: assistantId, input: null, checkpoint_id: checkpointId })
    await client.invalidateQueries({ queryKey: threadKey(threadId) })
    await openChat()
  }

  const save = useMutation({
    mutationFn: async ({ checkpointId, values, asNode, andRun }: Save) => {
      const created = await updateState(threadId, {
        values,
        checkpoint_id: checkpointId,
        ...(asNode !== undefined && { as_node: asNode }),
      })
      await client.invalidateQueries({ queryKey: threadKey(threadId) })
      onSelect(created)
      if (andRun) await runFrom(created)
      else showToast({ tone: 'ok', text: 'Saved as a new branch' })
    },
  })
  const run = useMutation({ mutationFn: runFrom, onError: showErrorToast })
  const copy = useMutation({
    mutationFn: () => copyThread(threadId),
    onSuccess: async (thread) => {
      await client.invalidateQueries({ queryKey: threadsKey })
      showToast({ tone: 'ok', text: 'Copied the thread; this is the copy' })
      await navigate({ to: '/threads/$threadId', params: { threadId: thread.thread_id }, search: {} })
    },
    onError: showErrorToast,
  })
  const remove = useRemoval({
    key: threadKey(threadId),
    relatedKey: threadsKey,
    remove: () => deleteThread(threadId),
    onRemoved: async () => {
      await navigate({ to: '/threads', search: {} })
      showToast({ tone: 'ok', text: 'Deleted the thread' })
    },
    onError: showErrorToast,
  })
  return { save, run, copy, remove }
}
