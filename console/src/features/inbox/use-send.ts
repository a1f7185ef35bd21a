import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendReply, waitingRunsQuery } from '../../api/inbox.ts'
import { runsKey } from '../../api/runs.ts'
import type { InboxItem } from '../../model/inbox.ts'
import { readReply, startDraft, type QuestionDrafts, type ReplyRequest } from '../../model/replies.ts'
import { finishDrafts } from './drafts.ts'

const WORDS = { respond: 'Responded', reject: 'Rejected' }

/** One word for what was sent, for the list of what was just answered. */
const describeDecision = ({ questions }: InboxItem, drafts: QuestionDrafts): string => {
  const [question] = questions
  if (question === undefined) return 'Answered'
  const reading = readReply(question, drafts[question.id] ?? startDraft(question))
  if (!('reply' in reading)) return 'Answered'
  const { reply } = reading
  if (reply.decision !== 'approve') return WORDS[reply.decision]
  if (question.input !== 'fields' || question.protocol === 'human_node') return 'Answered'
  return reply.isEdited ? 'Edited' : 'Approved'
}

/** Sends the replies of an item. The drafts are forgotten only after the service has accepted them. */
export const useSend = (item: InboxItem, onSent: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request }: { request: ReplyRequest; drafts: QuestionDrafts }) =>
      sendReply(item.run.run_id, request),
    onSuccess: (_run, { drafts }) => {
      const { run_id } = item.run
      finishDrafts({
        runId: run_id,
        title: item.title,
        decision: describeDecision(item, drafts),
        at: Date.now(),
      })
      onSent()
      client.setQueryData(waitingRunsQuery.queryKey, (old) =>
        old === undefined ? old : { ...old, runs: old.runs.filter((run) => run.run_id !== run_id) },
      )
      void client.invalidateQueries({ queryKey: runsKey })
    },
  })
}
