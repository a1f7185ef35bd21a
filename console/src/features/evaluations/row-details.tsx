import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { exampleResultsQuery } from '../../api/evaluations.ts'
import { useAddToDataset } from '../../api/datasets.ts'
import { useScope } from '../../api/session.ts'
import type { EvaluationResult } from '../../api/types.ts'
import { toErrorText, toExpectedText, toInputText, toOutputText } from '../../model/example-text.ts'
import { formatDuration, shortId } from '../../model/format.ts'
import { AddToDatasetDialog } from '../../ui/add-to-dataset.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { LongText } from '../../ui/text.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatScore } from './evaluation-columns.tsx'
import { RunRating } from './run-rating.tsx'
import { RunTimelines } from './run-timelines.tsx'
import { TextDifference } from './text-difference.tsx'
import { PassMark } from './row-columns.tsx'

interface DetailSide {
  evalId: string
  assistant: number
  name: string
}

const Block = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0">
    <h3 className="mb-0.5 text-label text-ink-3">{title}</h3>
    <LongText text={text} className="max-h-52 overflow-y-auto break-words" />
  </div>
)

const Scores = ({ result }: { result: EvaluationResult }) => (
  <ul className="flex flex-col gap-2">
    {result.scores.map(({ criterion, scorer, score, passed, explanation }) => (
      <li key={criterion} className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{criterion}</span>
          <span className="text-label text-ink-3">{scorer === 'llm_judge' ? 'judge' : scorer}</span>
          <span className="ml-auto">{formatScore(score)}</span>
          <PassMark passed={passed} />
        </span>
        <LongText text={explanation} className="text-ink-2 break-words" />
      </li>
    ))}
  </ul>
)

const AddRun = ({ runId, onClose }: { runId: string; onClose: () => void }) => {
  const adding = useAddToDataset(runId, ({ name }) => {
    showToast({ tone: 'ok', text: `Added to ${name}` })
    onClose()
  })
  return <AddToDatasetDialog {...adding} onClose={onClose} />
}

const ResultBlock = ({ result, name }: { result: EvaluationResult; name: string }) => {
  const canWrite = useScope('write')
  const [isAdding, setAdding] = useState(false)
  const { run_id: runId, run_removed, latency_ms, repetition } = result
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
      <header className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-medium">{name}</h3>
        {repetition > 0 && <span className="text-ink-3">repetition {repetition + 1}</span>}
        <PassMark passed={result.passed} />
        <span className="ml-auto text-small text-ink-3">
          {latency_ms !== null && formatDuration(latency_ms)}
        </span>
      </header>
      {result.error === null ? (
        <Block title="Output" text={toOutputText(result.output)} />
      ) : (
        <p className="rounded bg-fail-soft px-2 py-1 text-fail">{toErrorText(result.error)}</p>
      )}
      <Scores result={result} />
      {runId !== null && (
        <div className="flex flex-wrap gap-2">
          {run_removed ? (
            <span className="text-small text-ink-3">The run was deleted.</span>
          ) : (
            <>
              <Link to="/runs/$runId" params={{ runId }} search={{}} className="text-accent hover:underline">
                Open run {shortId(runId)}
              </Link>
              {canWrite && (
                <Button variant="link" onClick={() => setAdding(true)}>
                  Add to dataset
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {runId !== null && !run_removed && <RunRating runId={runId} />}
      {isAdding && runId !== null && <AddRun runId={runId} onClose={() => setAdding(false)} />}
    </section>
  )
}

interface RowDetailsProps {
  exampleId: string
  /** In the order in which they are shown. */
  sides: DetailSide[]
  datasetId: string
  datasetVersion: number
  onClose: () => void
}

/** The whole outputs, the explanations of the scores and the timelines of the runs of one example. */
export const RowDetails = ({ exampleId, sides, datasetId, datasetVersion, onClose }: RowDetailsProps) => {
  const evalIds = [...new Set(sides.map(({ evalId }) => evalId))]
  const queries = useQueries({ queries: evalIds.map((id) => exampleResultsQuery(id, exampleId)) })
  const error = queries.find((query) => query.error !== null)?.error ?? null
  const isLoading = queries.some(({ data }) => data === undefined)
  const results = queries.flatMap(({ data }) => data ?? [])
  const shown = sides.flatMap(({ evalId, assistant, name }) =>
    results
      .filter((result) => result.eval_id === evalId && result.assistant === assistant)
      .map((result) => ({ name, result })),
  )
  const [first] = shown
  // The difference of two outputs; of more, each has to be read on its own.
  const [before, after] = shown.length === 2 ? shown : []
  const runs = shown.flatMap(({ name, result: { run_id, run_removed } }) =>
    run_id === null || run_removed ? [] : [{ name, runId: run_id }],
  )
  return (
    <aside
      aria-label="Details of the example"
      className="flex w-115 flex-none flex-col gap-4 overflow-y-auto border-l border-line bg-surface px-5 py-3 max-2xl:fixed max-2xl:inset-y-0 max-2xl:right-0 max-2xl:z-30 max-2xl:w-[min(460px,100vw)] max-2xl:shadow-float"
    >
      <header className="flex items-center gap-2">
        <h2 className="text-title font-semibold">Example {shortId(exampleId)}</h2>
        <Link
          to="/datasets/$datasetId"
          params={{ datasetId }}
          search={{ example: exampleId, version: String(datasetVersion) }}
          className="text-accent hover:underline"
        >
          in the dataset
        </Link>
        <IconButton icon="close" label="Close" size="small" className="ml-auto" onClick={onClose} />
      </header>
      {error !== null && <ErrorLine error={error} />}
      {isLoading && error === null && <Loading lines={4} />}
      {first !== undefined && (
        <>
          <Block title="Input" text={toInputText(first.result.input)} />
          <Block title="Expected output" text={toExpectedText(first.result.expected_output)} />
        </>
      )}
      {shown.map(({ name, result }) => (
        <ResultBlock
          key={`${result.eval_id}/${String(result.assistant)}/${String(result.repetition)}`}
          name={name}
          result={result}
        />
      ))}
      {before !== undefined && after !== undefined && (
        <TextDifference
          before={toOutputText(before.result.output)}
          after={toOutputText(after.result.output)}
        />
      )}
      {runs.length > 0 && <RunTimelines runs={runs} />}
    </aside>
  )
}
