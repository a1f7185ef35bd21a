import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  evaluationQuery,
  evaluationsKey,
  reserveReview,
  submitReview,
  type ReviewItem,
} from '../../api/evaluations.ts'
import { useScope } from '../../api/session.ts'
import { toExpectedText, toInputText, toOutputText } from '../../model/example-text.ts'
import { buttonClass, Button, Kbd } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { EmptyState, ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { LongText } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'

const Block = ({ title, text }: { title: string; text: string }) => (
  <section className="min-w-0 rounded-lg border border-line bg-surface p-4">
    <h2 className="mb-1 text-label text-ink-3">{title}</h2>
    <LongText text={text} className="break-words" />
  </section>
)

/** Whole numbers of a short scale are buttons; other scales are typed. */
const listSteps = ({ min, max }: { min: number; max: number }): number[] =>
  Number.isInteger(min) && Number.isInteger(max) && max - min <= 9
    ? Array.from({ length: max - min + 1 }, (_, step) => min + step)
    : []

const describeStep = (step: number, { min, max }: { min: number; max: number }): string => {
  if (min !== 0 || max !== 1) return String(step)
  return step === 1 ? 'Good' : 'Bad'
}

interface ReviewFormProps {
  evalId: string
  item: ReviewItem
  onDone: () => void
  onSkip: () => void
}

const ReviewForm = ({ evalId, item, onDone, onSkip }: ReviewFormProps) => {
  const [scores, setScores] = useState<Record<string, number | undefined>>({})
  const [comment, setComment] = useState('')
  const commentField = useRef<HTMLTextAreaElement>(null)
  const submit = useMutation({
    mutationFn: () =>
      submitReview(evalId, {
        run_id: item.run_id,
        scores: Object.fromEntries(
          Object.entries(scores).flatMap(([name, score]) => (score === undefined ? [] : [[name, score]])),
        ),
        ...(comment.trim() !== '' && { comment: comment.trim() }),
      }),
    onSuccess: onDone,
  })
  const missing = item.criteria.filter(({ name }) => scores[name] === undefined)
  const reason = missing[0] === undefined ? undefined : `${missing[0].name} has no score yet`
  // Number keys score the first criterion without a score; with all scored, the last one.
  const target = missing[0] ?? item.criteria.at(-1)
  const steps = target === undefined ? [] : listSteps(target.scale)
  useShortcuts('Review', [
    ...steps.map((step) => ({
      keys: [String(step)],
      label: target === undefined ? '' : `${target.name}: ${describeStep(step, target.scale)}`,
      run: () => target !== undefined && setScores({ ...scores, [target.name]: step }),
    })),
    {
      keys: ['Enter'],
      label: 'Submit and take the next one',
      run: () => reason === undefined && !submit.isPending && submit.mutate(),
    },
    { keys: ['s'], label: 'Skip', run: onSkip },
    { keys: ['c'], label: 'Comment', run: () => commentField.current?.focus() },
  ])
  return (
    <div className="flex flex-col gap-4">
      <Block title="Input" text={toInputText(item.input)} />
      <Block title="Output to review" text={toOutputText(item.output)} />
      {item.expected_output !== null && (
        <Block title="Expected output" text={toExpectedText(item.expected_output)} />
      )}
      {item.criteria.map(({ name, question, scale }) => (
        <fieldset key={name} className="flex flex-col gap-1.5">
          <legend className="mb-1 font-medium">{question ?? name}</legend>
          {listSteps(scale).length === 0 ? (
            <TextInput
              type="number"
              aria-label={`Score for ${name}, ${String(scale.min)} to ${String(scale.max)}`}
              min={scale.min}
              max={scale.max}
              step="any"
              className="w-40!"
              onChange={(event) =>
                setScores({
                  ...scores,
                  [name]: event.target.value === '' ? undefined : Number(event.target.value),
                })
              }
            />
          ) : (
            <div role="group" aria-label={`Score for ${name}`} className="flex flex-wrap gap-1.5">
              {listSteps(scale).map((step) => (
                <button
                  key={step}
                  type="button"
                  aria-pressed={scores[name] === step}
                  onClick={() => setScores({ ...scores, [name]: step })}
                  className="h-7.5 min-w-10 rounded-[6px] border border-line-2 bg-surface px-2.75 font-medium hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-bg"
                >
                  {describeStep(step, scale)}
                </button>
              ))}
            </div>
          )}
        </fieldset>
      ))}
      <Field label="Comment" note="optional">
        {(ids) => (
          <TextArea
            {...ids}
            ref={commentField}
            rows={2}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      {submit.error !== null && <ErrorLine error={submit.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={submit.isPending} reason={reason} onClick={() => submit.mutate()}>
          Submit
        </Button>
        <Button onClick={onSkip}>Skip</Button>
        <span className="text-small text-ink-3">
          Reserved for you, ends <Time value={item.reserved_until} /> · keys <Kbd>0</Kbd>–<Kbd>9</Kbd> score,{' '}
          <Kbd>Enter</Kbd> submits, <Kbd>s</Kbd> skips
        </span>
      </div>
    </div>
  )
}

/** One output after the other; reviewers see neither the assistant nor the reviews of others. */
export const ReviewScreen = () => {
  const { evalId } = useParams({ from: '/evaluations/$evalId/review' })
  const client = useQueryClient()
  const canWrite = useScope('write')
  const { data: evaluation, error } = useQuery(evaluationQuery(evalId))
  const [skipped, setSkipped] = useState<string[]>([])
  const [done, setDone] = useState(0)
  // The item is a state of its own, not `next.data`: it disappears in the same render in which the counter changes. The state of a
  // mutation changes one task later, and keys pressed until then would score the previous item again.
  const [item, setItem] = useState<ReviewItem | null>()
  const next = useMutation({
    mutationFn: (skip: string[]) => reserveReview(evalId, skip),
    onSuccess: setItem,
  })
  const { mutate } = next
  useScreen(evaluation === undefined ? 'Review' : `Review ${evaluation.name}`, [
    { label: 'Evaluations', to: '/evaluations' },
    { label: evaluation?.name ?? '…', to: `/evaluations/${evalId}` },
    { label: 'review' },
  ])
  useEffect(() => {
    if (canWrite) mutate([])
  }, [canWrite, mutate])
  if (evaluation === undefined) return error === null ? <Loading /> : <ErrorState error={error} />
  const takeNext = (skip: string[]): void => {
    setItem(undefined)
    mutate(skip)
  }
  const skip = (): void => {
    if (item == null) return
    const all = [...skipped, item.run_id].slice(-100)
    setSkipped(all)
    takeNext(all)
  }
  const finish = (): void => {
    setDone((count) => count + 1)
    void client.invalidateQueries({ queryKey: evaluationsKey })
    takeNext(skipped)
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-190 flex-col gap-4 px-5 py-4">
        <div className="flex flex-wrap items-center gap-3">
          <ScreenHeading>Review {evaluation.name}</ScreenHeading>
          <span className="text-ink-2">{done} reviewed here</span>
        </div>
        {!canWrite ? (
          <p className="text-ink-2">Your key cannot review. Sign in with a key that has the scope write.</p>
        ) : next.error !== null ? (
          <ErrorState error={next.error} onRetry={() => takeNext(skipped)} />
        ) : item === undefined ? (
          <Loading />
        ) : item === null ? (
          <EmptyState
            icon="check"
            title="Nothing left to review"
            actions={
              <Link
                to="/evaluations/$evalId"
                params={{ evalId }}
                search={{}}
                className={buttonClass('primary')}
              >
                Open the results
              </Link>
            }
          >
            <p>
              Every output that needs you is reviewed, reserved for another reviewer or skipped.
              {skipped.length > 0 && ' Open this page again to get the skipped ones.'}
            </p>
          </EmptyState>
        ) : (
          <ReviewForm key={item.run_id} evalId={evalId} item={item} onDone={finish} onSkip={skip} />
        )}
      </div>
    </div>
  )
}
