import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { feedbackQuery, rateRun } from '../../api/feedback.ts'
import { useScope } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const WORDS = { positive: '✓ Good', negative: '✗ Bad' }

/** What people said about the run, and a rating of one's own. It does not change the scores of the evaluation. */
export const RunRating = ({ runId }: { runId: string }) => {
  const client = useQueryClient()
  const canWrite = useScope('write')
  const [comment, setComment] = useState('')
  const { data: feedback } = useQuery(feedbackQuery(runId))
  const rate = useMutation({
    mutationFn: (rating: 'positive' | 'negative') => rateRun(runId, rating, comment.trim()),
    onSuccess: async () => {
      setComment('')
      await client.invalidateQueries({ queryKey: feedbackQuery(runId).queryKey })
    },
  })
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-2">
      {feedback !== undefined && feedback.length > 0 && (
        <ul className="flex flex-col gap-1 text-small">
          {feedback.map(({ feedback_id, rating, comment: text, reviewer, created_at }) => (
            <li key={feedback_id} className="text-ink-2">
              {rating !== null && <span className="font-medium text-ink">{WORDS[rating]} </span>}
              {text} <span className="text-ink-3">{reviewer},</span>{' '}
              <Time value={created_at} className="text-ink-3" />
            </li>
          ))}
        </ul>
      )}
      {canWrite && (
        <div className="flex gap-1.5">
          <TextInput
            aria-label="Comment on the output"
            placeholder="Comment, optional"
            className="h-6.5! min-w-0 flex-1"
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {(['positive', 'negative'] as const).map((rating) => (
            <Button key={rating} size="small" busy={rate.isPending} onClick={() => rate.mutate(rating)}>
              {WORDS[rating]}
            </Button>
          ))}
        </div>
      )}
      {rate.error !== null && <ErrorLine error={rate.error} />}
    </div>
  )
}
