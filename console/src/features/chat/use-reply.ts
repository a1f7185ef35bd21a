import { useMutation } from '@tanstack/react-query'
import type { RunRequest } from '../../api/dialect.ts'
import { sendReply } from '../../api/inbox.ts'
import type { Run } from '../../api/types.ts'
import { toContinuation, type PreparedReply } from '../../model/replies.ts'
import type { Entry } from '../../model/transcript.ts'
import type { Chat } from './use-chat.ts'

export const isWaiting = (entry: Entry): boolean => entry.type === 'step' && entry.status === 'waiting'

const countInterrupts = (entries: Entry[]): number =>
  entries
    .map((entry) => (entry.type === 'step' && entry.status === 'waiting' ? entry.interrupts.length : 0))
    .reduce((sum, count) => sum + count, 0)

interface ReplyOptions {
  threadId: string | undefined
  chat: Chat
  /** The run that the conversation ends with. */
  run: Run | undefined
  entries: Entry[]
  onContinue: (request: Partial<RunRequest>) => Promise<boolean>
}

/** Sends the reply to an interrupt. Runs of the native API wait for it; runs of the LangGraph API have ended, and another run continues them. */
export const useReply = ({ threadId, chat, run, entries, onContinue }: ReplyOptions) =>
  useMutation({
    mutationFn: async ({ request, resume }: PreparedReply) => {
      if (threadId === undefined) return
      if (run?.status === 'requires_action') {
        await sendReply(run.run_id, request)
        await chat.refresh(threadId)
        return
      }
      await onContinue(toContinuation(countInterrupts(entries), resume))
    },
    onError: (error) => chat.setError(error),
  })
