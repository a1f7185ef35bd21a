/** Calibrations as a resource: a judge held against people, on labels that are sent or on results that both have scored. */
import type { Clock } from '../../platform/clock.js'
import { pageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { noReceipt, type Receipt } from '../../domain/idempotency.js'
import { criteriaIn } from '../lifecycle/row-mappers.js'
import { requireEvaluation } from '../../domain/require-resource.js'
import { AppError } from '../../errors.js'
import { calibratePasses, type PassCalibration } from '../judge/calibration.js'
import { judgeHashOf } from '../judge/judge-version.js'
import { newId } from '../../platform/ids.js'
import { MIN_LABELS, type Calibration, type CalibrationCreate } from '../../schema/calibration.js'
import type { Page } from '../../schema/common.js'
import { EVAL_ENDED } from '../../schema/evaluation.js'
import type { CalibrationRow, CalibrationStore } from '../../store/evaluations/calibrations.js'
import type { ResultStore } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import { refuse } from './judge-errors.js'
import type { Judging } from './judge-client.js'
import { judgeLabels, type Verdicts } from './judge-labels.js'
import { reviewedVerdicts } from './reviewed-verdicts.js'

interface Parts {
  calibrations: CalibrationStore
  evaluations: EvaluationStore
  results: ResultStore
  judging: Judging
  clock: Clock
}

type Source = Pick<CalibrationRow, 'eval_id' | 'criterion' | 'human_criterion'>

const SENT: Source = { eval_id: null, criterion: null, human_criterion: null }
const LIST = 'calibrations'

export const makeCalibrations = (parts: Parts) => {
  const { calibrations, evaluations, judging, clock } = parts

  const requireEnded = async (tenant_id: string, eval_id: string): Promise<EvaluationRow> => {
    const row = await requireEvaluation(evaluations, tenant_id, eval_id)
    const { status } = row
    if (EVAL_ENDED.some((ended) => ended === status)) return row
    throw new AppError('resource_conflict', `the evaluation is ${status}; it has to end first`, { status })
  }

  const fromEvaluation = async (
    tenant_id: string,
    sent: CalibrationCreate,
  ): Promise<Verdicts & { source: Source }> => {
    const { eval_id, criterion, human_criterion } = requireOf(sent)
    const row = await requireEnded(tenant_id, eval_id)
    const criteria = criteriaIn(row)
    const judge = criteria.find(({ name }) => name === criterion)
    if (judge?.kind !== 'llm_judge')
      throw refuse('criterion', 'is none that a judge scores in this evaluation')
    const human = criteria.find(({ name }) => name === human_criterion)
    if (human?.kind !== 'human')
      throw refuse('human_criterion', 'is none that people score in this evaluation')
    const found = await reviewedVerdicts(parts, row, judge, human)
    const both = found?.verdicts.filter((one) => one.judge !== null).length ?? 0
    if (found === undefined || both < MIN_LABELS)
      throw refuse(
        'eval_id',
        `has ${String(both)} results that both have scored; at least ${String(MIN_LABELS)} are needed`,
      )
    return { ...found, source: { eval_id: row.eval_id, criterion, human_criterion } }
  }

  return {
    async create(
      tenant_id: string,
      sent: CalibrationCreate,
      receipt: Receipt<Calibration> = noReceipt,
    ): Promise<Calibration> {
      checkForm(sent)
      const { judge, verdicts, source } =
        sent.labels === undefined
          ? await fromEvaluation(tenant_id, sent)
          : { ...(await judgeLabels(judging, sent, sent.labels)), source: SENT }
      const { status, ...figures } = calibratePasses(verdicts)
      const row: CalibrationRow = {
        tenant_id,
        calibration_id: newId(),
        judge_hash: judgeHashOf(judge),
        ...judge,
        judged: JSON.stringify(judge.judged),
        status,
        figures: JSON.stringify(figures),
        ...source,
        created_at: clock.now(),
      }
      const made = toCalibration(row)
      await calibrations.insert(row, ...receipt(made))
      return made
    },

    async list(tenant_id: string, query: ListQuery): Promise<Page<Calibration>> {
      const page = pageRequest(LIST, query)
      const rows = await calibrations.list(tenant_id, page)
      return toPage(
        LIST,
        page,
        rows,
        (row) => ({ at: row.created_at, id: row.calibration_id }),
        toCalibration,
      )
    },
  }
}

export type Calibrations = ReturnType<typeof makeCalibrations>

const OF_EVALUATION = ['eval_id', 'criterion', 'human_criterion'] as const
const OF_JUDGE = ['model', 'criteria', 'rubric', 'threshold'] as const

/** One form or the other: what would be ignored is refused. */
const checkForm = (sent: CalibrationCreate): void => {
  if (sent.labels === undefined && sent.eval_id === undefined)
    throw refuse('labels', 'or eval_id is required')
  const strange =
    sent.labels === undefined
      ? OF_JUDGE.find((field) => sent[field] !== undefined)
      : OF_EVALUATION.find((field) => sent[field] !== undefined)
  if (strange !== undefined)
    throw refuse(strange, `must not be given with ${sent.labels === undefined ? 'eval_id' : 'labels'}`)
}

const requireOf = (
  sent: CalibrationCreate,
): { eval_id: string; criterion: string; human_criterion: string } => {
  const { eval_id, criterion, human_criterion } = sent
  if (eval_id !== undefined && criterion !== undefined && human_criterion !== undefined)
    return { eval_id, criterion, human_criterion }
  throw refuse(criterion === undefined ? 'criterion' : 'human_criterion', 'is required with eval_id')
}

/** What the figures are about is in columns of its own. */
export const figuresIn = ({ figures }: Pick<CalibrationRow, 'figures'>): Omit<PassCalibration, 'status'> =>
  JSON.parse(figures) as Omit<PassCalibration, 'status'>

const toCalibration = (row: CalibrationRow): Calibration => ({
  id: row.calibration_id,
  calibration_id: row.calibration_id,
  model: row.model,
  prompt_version: row.prompt_version,
  judged: JSON.parse(row.judged) as string[],
  threshold: row.threshold,
  status: row.status,
  ...figuresIn(row),
  source: row.eval_id === null ? 'labels' : 'evaluation',
  eval_id: row.eval_id,
  criterion: row.criterion,
  human_criterion: row.human_criterion,
  created_at: new Date(row.created_at).toISOString(),
})
