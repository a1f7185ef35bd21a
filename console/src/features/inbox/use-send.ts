import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendReply, waitingQuery } from '../../api/inbox.ts'
import { runsKey } from '../../api/runs.ts'
import { threadKey } from '../../api/threads.ts'
import { continueThread } from '../../api/waiting-threads.ts'
import { interruptsOf, type InboxItem } from '../../model/inbox.ts'
import {
  readReply,
  startDraft,
  toContinuation,
  type PreparedReply,
  type QuestionDrafts,
} from '../../model/replies.ts'
import { finishDrafts } from './drafts.ts'

const WORDS = { respond: 'Responded', reject: 'Rejected' }

/** One word for what was sent, for the list of what was just answered. */
const describeDecision = ({ questions }: InboxItem, drafts: QuestionDrafts): string => {
  const [question] = questions
  if (question === undefined) return 'Answered'
  if (question.protocol === 'breakpoint') return 'Continued'
  const reading = readReply(question, drafts[question.id] ?? startDraft(question))
  if (!('reply' in reading)) return 'Answered'
  const { reply } = reading
  if (reply.decision !== 'approve') return WORDS[reply.decision]
  if (question.input !== 'fields' || question.protocol === 'human_node') return 'Answered'
  return reply.isEdited ? 'Edited' : 'Approved'
}

/** Sends the reply, and returns the ID of the run that continues with it. */
const sendItem = async (item: InboxItem, { request, resume }: PreparedReply): Promise<string> => {
  if (item.run !== undefined) return (await sendReply(item.id, request)).run_id
  const continuation = toContinuation(interruptsOf(item.thread).length, resume)
  return (await continueThread(item.thread, continuation)).run_id
}

/** Sends the replies of an item. The drafts are forgotten only after the service has accepted them. */
export const useSend = (item: InboxItem, onSent: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ prepared }: { prepared: PreparedReply; drafts: QuestionDrafts }) =>
      sendItem(item, prepared),
    onSuccess: (runId, { drafts }) => {
      const { id, title } = item
      finishDrafts(id, { runId, title, decision: describeDecision(item, drafts), at: Date.now() })
      onSent()
      client.setQueryData(waitingQuery.queryKey, (old) =>
        old === undefined
          ? old
          : {
              ...old,
              runs: old.runs.filter((run) => run.run_id !== id),
              threads: old.threads.filter((thread) => thread.thread_id !== id),
            },
      )
      void client.invalidateQueries({ queryKey: runsKey })
      void client.invalidateQueries({ queryKey: threadKey(item.threadId) })
    },
  })
}
