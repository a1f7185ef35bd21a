import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calibrate, calibrationsKey, calibrationsQuery, evaluationListQuery } from '../../api/evaluations.ts'
import { useScope } from '../../api/session.ts'
import type { Calibration, Evaluation } from '../../api/types.ts'
import { describeAgreement } from '../../model/judge-agreement.ts'
import { formatCount, formatPercent } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const namesOf = (evaluation: Evaluation | undefined, scorer: string): string[] =>
  evaluation?.criteria.filter((criterion) => criterion.scorer === scorer).map(({ name }) => name) ?? []

/** Compares the verdicts of a judge with those of people on the same results. */
const CalibrateDialog = ({ evaluations, onClose }: { evaluations: Evaluation[]; onClose: () => void }) => {
  const client = useQueryClient()
  const [evalId, setEvalId] = useState(evaluations[0]?.eval_id ?? '')
  const [judged, setJudged] = useState('')
  const [human, setHuman] = useState('')
  const evaluation = evaluations.find(({ eval_id }) => eval_id === evalId)
  const [judges, people] = [namesOf(evaluation, 'llm_judge'), namesOf(evaluation, 'human')]
  const create = useMutation({
    mutationFn: () =>
      calibrate({
        eval_id: evalId,
        criterion: judges.includes(judged) ? judged : (judges[0] ?? ''),
        human_criterion: people.includes(human) ? human : (people[0] ?? ''),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: calibrationsKey })
      onClose()
    },
  })
  const choose = (label: string, value: string, names: string[], onChange: (name: string) => void) => (
    <Field label={label}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(event) => onChange(event.target.value)}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Calibrate a judge"
      description="Takes an evaluation in which a judge and people scored the same results, at least 20 of them. The judge is not called again."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
            Calibrate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Evaluation">
          {(ids) => (
            <Select {...ids} value={evalId} onChange={(event) => setEvalId(event.target.value)}>
              {evaluations.map(({ eval_id, name }) => (
                <option key={eval_id} value={eval_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {choose('Criterion of the judge', judged, judges, setJudged)}
        {choose('Criterion of the people', human, people, setHuman)}
        {create.error !== null && <ErrorLine error={create.error} />}
      </div>
    </Dialog>
  )
}

const Confusion = ({ confusion }: Pick<Calibration, 'confusion'>) => (
  <table className="text-small">
    <thead className="text-label text-ink-3">
      <tr>
        <td />
        {confusion.labels.map((label) => (
          <th key={label} scope="col" className="px-2 font-normal">
            people: {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {confusion.counts.map((counts, index) => (
        <tr key={confusion.labels[index]}>
          <th scope="row" className="pr-2 text-left text-label font-normal text-ink-3">
            judge: {confusion.labels[index]}
          </th>
          {counts.map((count, other) => (
            <td
              key={confusion.labels[other]}
              className={`border border-line px-3 py-1 text-right ${index === other ? 'bg-ok-soft' : count > 0 ? 'bg-fail-soft' : ''}`}
            >
              {formatCount(count)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const share = (count: number, total: number): string => (total === 0 ? '–' : formatPercent(count / total))

const CalibrationCard = ({ calibration }: { calibration: Calibration }) => {
  const { kappa, kappa_interval: interval, record, agreement, warning } = calibration
  return (
    <li className="flex flex-wrap items-start gap-x-10 gap-y-3 border-b border-line px-5 py-4">
      <div className="max-w-100 min-w-60 flex-1">
        <h2 className="font-medium">
          {calibration.judged.map((name) => (name.length > 40 ? 'own rubric' : name)).join(', ')}
          <span className="font-normal text-ink-2">
            {' '}
            · {calibration.model ?? 'heuristic rules, no model'}
          </span>
        </h2>
        <p className="text-ink-2">
          {describeAgreement(kappa)} {formatCount(calibration.labels)} labels
          {calibration.unscored > 0 && `, ${formatCount(calibration.unscored)} without a verdict`}; passes
          from {calibration.threshold}. <Time value={calibration.created_at} />
        </p>
        {warning !== null && <p className="mt-1 text-wait">! {warning}</p>}
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        <dt className="text-ink-3">Cohen’s kappa</dt>
        <dd className="text-right">
          {kappa === null ? '–' : kappa.toFixed(2)}{' '}
          {interval !== null && (
            <span className="text-ink-3">[{interval.map((limit) => limit.toFixed(2)).join(', ')}]</span>
          )}
        </dd>
        <dt className="text-ink-3">Agreement</dt>
        <dd className="text-right">{agreement === null ? '–' : formatPercent(agreement)}</dd>
        <dt className="text-ink-3">Passes good outputs</dt>
        <dd className="text-right">{share(record.good_passed, record.good)}</dd>
        <dt className="text-ink-3">Fails bad outputs</dt>
        <dd className="text-right">{share(record.bad_failed, record.bad)}</dd>
      </dl>
      <Confusion confusion={calibration.confusion} />
    </li>
  )
}

export const CalibrationScreen = () => {
  useScreen('Judge calibration', [
    { label: 'Evaluations', to: '/evaluations' },
    { label: 'Judge calibration' },
  ])
  const canWrite = useScope('write')
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(calibrationsQuery)
  const list = useInfiniteQuery(evaluationListQuery({}))
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const usable = (list.data?.pages.flatMap((page) => page.data) ?? []).filter(
    (evaluation) => namesOf(evaluation, 'llm_judge').length > 0 && namesOf(evaluation, 'human').length > 0,
  )
  const button = (
    <Button
      variant="primary"
      reason={usable.length === 0 ? 'No evaluation has a criterion of a judge and one of people' : undefined}
      onClick={() => setOpen(true)}
    >
      Calibrate a judge
    </Button>
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-2.5">
        <ScreenHeading>Judge calibration</ScreenHeading>
        <span className="text-ink-2">How well judges agree with people</span>
        {canWrite && <div className="ml-auto max-md:ml-0">{button}</div>}
      </div>
      {data.length === 0 ? (
        <EmptyState icon="chart" title="No judge is calibrated yet">
          <p>
            Until a judge is compared with people, nobody knows how reliable its verdicts are. Create an
            evaluation with two criteria, “LLM judge” and “People”, review at least 20 outputs, and calibrate
            the judge here. Summaries then show the agreement and a pass rate that is corrected for the errors
            of the judge.
          </p>
        </EmptyState>
      ) : (
        <ul>
          {data.map((calibration) => (
            <CalibrationCard key={calibration.calibration_id} calibration={calibration} />
          ))}
        </ul>
      )}
      {isOpen && <CalibrateDialog evaluations={usable} onClose={() => setOpen(false)} />}
    </div>
  )
}
