/** Builds the row of a new evaluation. The dataset, the assistants and their versions must exist. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound, validationError } from '../../errors.js'
import { parseCriteria } from '../scoring/parse-criteria.js'
import { newId } from '../../platform/ids.js'
import type { Evaluation, EvaluationCreate, EvaluationSettings } from '../../schema/evaluation.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { DatasetRow, DatasetStore } from '../../store/datasets/datasets.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import type { ExampleStore } from '../../store/datasets/examples.js'
import { requireAssistant } from '../../domain/require-resource.js'
import { toExampleFilter } from './row-mappers.js'

interface NewEvaluationDeps {
  datasets: DatasetStore
  examples: ExampleStore
  assistants: AssistantStore
  clock: Clock
}

export const makeEvaluationRowBuilder = ({ datasets, examples, assistants, clock }: NewEvaluationDeps) => {
  const resolveArms = (tenant_id: string, request: EvaluationCreate): Promise<Evaluation['assistants']> =>
    Promise.all(
      parseArms(request).map(async ({ assistant_id, version, label }) => {
        const assistant = await requireAssistant(assistants, tenant_id, assistant_id)
        const resolvedVersion = version ?? assistant.version
        if (
          resolvedVersion !== assistant.version &&
          !(await assistants.getVersion(assistant, resolvedVersion))
        )
          throw notFound('Version', String(resolvedVersion))
        const resolvedLabel = label ?? `${assistant.name} v${String(resolvedVersion)}`
        return { assistant_id: assistant.assistant_id, version: resolvedVersion, label: resolvedLabel }
      }),
    )

  /** Callers who may not see the held-out split get an evaluation without it and cannot request it. */
  return async (
    tenant_id: string,
    request: EvaluationCreate,
    canSeeHeldOut: boolean,
  ): Promise<EvaluationRow> => {
    const { type = 'heuristic', repetitions = 1, run_immediately = false } = request
    const dataset = await datasets.get({ tenant_id, dataset_id: request.dataset_id.toLowerCase() })
    if (dataset === undefined) throw notFound('Dataset', request.dataset_id)
    const arms = withUniqueLabels(await resolveArms(tenant_id, request))
    const { criteria, problems } = parseCriteria(type, request.criteria, request.model)
    const [first] = Object.entries(problems)
    if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
    const version = resolveDatasetVersion(dataset, request.dataset_version)
    const filter = buildExampleFilter(dataset, request, canSeeHeldOut)
    const { dataset_id } = dataset
    const settings: EvaluationSettings = {
      concurrency: request.concurrency ?? 8,
      repetitions,
      reviewers: request.reviewers ?? 1,
      prices: request.prices ?? {},
      filter,
    }
    const exampleCount = await examples.count({ tenant_id, dataset_id, version }, toExampleFilter(filter))
    const now = clock.now()
    return {
      tenant_id,
      eval_id: newId(),
      name: request.name,
      type,
      status: run_immediately ? 'running' : 'pending',
      arms: JSON.stringify(arms),
      dataset_id,
      dataset_version: version,
      criteria: JSON.stringify(criteria),
      settings: JSON.stringify(settings),
      total: exampleCount * arms.length * repetitions,
      done: 0,
      errors: 0,
      summary: null,
      error: null,
      metadata: JSON.stringify(request.metadata ?? {}),
      lease_owner: null,
      lease_expires_at: null,
      fence: 0,
      touched: 0,
      created_at: now,
      updated_at: now,
      started_at: run_immediately ? now : null,
      completed_at: null,
    }
  }
}

type Arm = NonNullable<EvaluationCreate['assistants']>[number]

const parseArms = ({ type, assistants, assistant_id, assistant_version }: EvaluationCreate): Arm[] => {
  if (assistants !== undefined && assistant_id !== undefined)
    throw validationError('assistant_id', 'cannot be combined with assistants')
  if (assistants !== undefined && assistant_version !== undefined)
    throw validationError(
      'assistant_version',
      'cannot be combined with assistants, each of which has its own version',
    )
  if (type === 'comparison') {
    if (assistants === undefined)
      throw validationError('assistants', 'must name two or more for a comparison')
    return assistants
  }
  if (assistants !== undefined)
    throw validationError('assistants', 'requires the type comparison; use assistant_id')
  if (assistant_id === undefined) throw validationError('assistant_id', 'is required')
  return [{ assistant_id, ...(assistant_version !== undefined && { version: assistant_version }) }]
}

/** Results and summaries identify the assistants by label. */
const withUniqueLabels = (arms: Evaluation['assistants']): Evaluation['assistants'] =>
  arms.map((arm, index) => {
    const isTaken = arms.findIndex(({ label }) => label === arm.label) < index
    return isTaken ? { ...arm, label: `${arm.label} (${String(index + 1)})` } : arm
  })

const resolveDatasetVersion = (dataset: DatasetRow, requestedVersion = dataset.version): number => {
  if (requestedVersion > dataset.version) throw notFound('Version', String(requestedVersion))
  return requestedVersion
}

const buildExampleFilter = (
  { held_out_split: heldOut }: DatasetRow,
  { tags, split }: EvaluationCreate,
  canSeeHeldOut: boolean,
): EvaluationSettings['filter'] => {
  const isHidden = heldOut !== null && !canSeeHeldOut
  if (isHidden && split === heldOut)
    throw new AppError('forbidden', `The split ${split} is held out and requires the scope admin`, { split })
  return {
    ...(tags !== undefined && { tags }),
    ...(split !== undefined && { split }),
    ...(isHidden && { without: heldOut }),
  }
}
