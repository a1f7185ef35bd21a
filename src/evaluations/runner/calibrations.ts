/**
 * The calibration resource: compares a judge with people, on labels in the request or on the results of an evaluation that
 * both have scored.
 */
import type { Clock } from '../../platform/clock.js'
import { toPageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import { compileCriteria } from '../lifecycle/row-mappers.js'
import { requireEndedEvaluation } from '../lifecycle/require-evaluation.js'
import { validationError } from '../../errors.js'
import { calibratePasses, type PassCalibration } from '../judge/calibration.js'
import { hashJudgeVersion } from '../judge/judge-version.js'
import { newId } from '../../platform/ids.js'
import { MIN_LABELS, type Calibration, type CalibrationCreate } from '../../schema/calibration.js'
import type { Page } from '../../schema/common.js'
import type { CalibrationRow, CalibrationStore } from '../../store/evaluations/calibrations.js'
import type { EvaluationResultStore } from '../../store/evaluations/results.js'
import type { EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { JudgeClient } from './judge-client.js'
import { judgeLabels, type VerdictPairs } from './judge-labels.js'
import { collectReviewedVerdicts } from './reviewed-verdicts.js'

interface CalibrationDeps {
  calibrations: CalibrationStore
  evaluations: EvaluationStore
  results: EvaluationResultStore
  judgeClient: JudgeClient
  clock: Clock
}

type Source = Pick<CalibrationRow, 'eval_id' | 'criterion' | 'human_criterion'>

const FROM_LABELS: Source = { eval_id: null, criterion: null, human_criterion: null }
const LIST_NAME = 'calibrations'

export const makeCalibrations = (deps: CalibrationDeps) => {
  const { calibrations, evaluations, judgeClient, clock } = deps

  const collectFromEvaluation = async (
    tenant_id: string,
    request: CalibrationCreate,
  ): Promise<VerdictPairs & { source: Source }> => {
    const { eval_id, criterion, human_criterion } = requireEvaluationFields(request)
    const row = await requireEndedEvaluation(evaluations, tenant_id, eval_id)
    const criteria = compileCriteria(row)
    const judge = criteria.find(({ name }) => name === criterion)
    if (judge?.kind !== 'llm_judge')
      throw validationError('criterion', 'is not a criterion with the scorer llm_judge in this evaluation')
    const human = criteria.find(({ name }) => name === human_criterion)
    if (human?.kind !== 'human')
      throw validationError('human_criterion', 'is not a criterion with the scorer human in this evaluation')
    const reviewed = await collectReviewedVerdicts(deps, row, judge, human)
    const scoredByBoth = reviewed?.verdicts.filter((verdict) => verdict.judge !== null).length ?? 0
    if (reviewed === undefined || scoredByBoth < MIN_LABELS)
      throw validationError(
        'eval_id',
        `has ${String(scoredByBoth)} results with a score by both; at least ${String(MIN_LABELS)} are needed`,
      )
    return { ...reviewed, source: { eval_id: row.eval_id, criterion, human_criterion } }
  }

  return {
    async create(
      tenant_id: string,
      request: CalibrationCreate,
      idempotencyStatements: IdempotencyStatements<Calibration> = noIdempotencyStatements,
    ): Promise<Calibration> {
      checkRequestFields(request)
      const { judge, verdicts, source } =
        request.labels === undefined
          ? await collectFromEvaluation(tenant_id, request)
          : { ...(await judgeLabels(judgeClient, request, request.labels)), source: FROM_LABELS }
      const { status, ...figures } = calibratePasses(verdicts)
      const row: CalibrationRow = {
        tenant_id,
        calibration_id: newId(),
        judge_hash: hashJudgeVersion(judge),
        ...judge,
        judged: JSON.stringify(judge.judged),
        status,
        figures: JSON.stringify(figures),
        ...source,
        created_at: clock.now(),
      }
      const calibration = toCalibration(row)
      await calibrations.insert(row, ...idempotencyStatements(calibration))
      return calibration
    },

    async list(tenant_id: string, query: ListQuery): Promise<Page<Calibration>> {
      const page = toPageRequest(LIST_NAME, query)
      const rows = await calibrations.list(tenant_id, page)
      return toPage(
        LIST_NAME,
        page,
        rows,
        (row) => ({ at: row.created_at, id: row.calibration_id }),
        toCalibration,
      )
    },
  }
}

export type Calibrations = ReturnType<typeof makeCalibrations>

const EVALUATION_FIELDS = ['eval_id', 'criterion', 'human_criterion'] as const
const JUDGE_FIELDS = ['model', 'criteria', 'rubric', 'threshold'] as const

/** A request has labels or an evaluation. Fields that would be ignored are refused. */
const checkRequestFields = (request: CalibrationCreate): void => {
  if (request.labels === undefined && request.eval_id === undefined)
    throw validationError('labels', 'or eval_id is required')
  const conflictingField =
    request.labels === undefined
      ? JUDGE_FIELDS.find((field) => request[field] !== undefined)
      : EVALUATION_FIELDS.find((field) => request[field] !== undefined)
  if (conflictingField !== undefined)
    throw validationError(
      conflictingField,
      `cannot be combined with ${request.labels === undefined ? 'eval_id' : 'labels'}`,
    )
}

const requireEvaluationFields = (
  request: CalibrationCreate,
): { eval_id: string; criterion: string; human_criterion: string } => {
  const { eval_id, criterion, human_criterion } = request
  if (eval_id !== undefined && criterion !== undefined && human_criterion !== undefined)
    return { eval_id, criterion, human_criterion }
  throw validationError(criterion === undefined ? 'criterion' : 'human_criterion', 'is required with eval_id')
}

/** The figures are JSON; the judge version that they belong to is in columns. */
export const parseFigures = ({ figures }: Pick<CalibrationRow, 'figures'>): Omit<PassCalibration, 'status'> =>
  JSON.parse(figures) as Omit<PassCalibration, 'status'>

const toCalibration = (row: CalibrationRow): Calibration => ({
  id: row.calibration_id,
  calibration_id: row.calibration_id,
  model: row.model,
  prompt_version: row.prompt_version,
  judged: JSON.parse(row.judged) as string[],
  threshold: row.threshold,
  status: row.status,
  ...parseFigures(row),
  source: row.eval_id === null ? 'labels' : 'evaluation',
  eval_id: row.eval_id,
  criterion: row.criterion,
  human_criterion: row.human_criterion,
  created_at: new Date(row.created_at).toISOString(),
})
