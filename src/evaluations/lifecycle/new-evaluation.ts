/** What is sent to make an evaluation, as the row of one: everything that it names exists, at the version that it names. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { readCriteria } from '../scoring/parse-criteria.js'
import { newId } from '../../platform/ids.js'
import type { Evaluation, EvaluationCreate, EvaluationSettings } from '../../schema/evaluation.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { DatasetRow, DatasetStore } from '../../store/datasets/datasets.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import type { ExampleStore } from '../../store/datasets/examples.js'
import { requireAssistant } from '../../domain/require-resource.js'

interface Parts {
  datasets: DatasetStore
  examples: ExampleStore
  assistants: AssistantStore
  clock: Clock
}

export const makeNewEvaluation = ({ datasets, examples, assistants, clock }: Parts) => {
  const armsOf = (tenant_id: string, sent: EvaluationCreate): Promise<Evaluation['assistants']> =>
    Promise.all(
      askedArms(sent).map(async ({ assistant_id, version, label }) => {
        const assistant = await requireAssistant(assistants, tenant_id, assistant_id)
        const wanted = version ?? assistant.version
        if (wanted !== assistant.version && !(await assistants.getVersion(assistant, wanted)))
          throw notFound('Version', String(wanted))
        const named = label ?? `${assistant.name} v${String(wanted)}`
        return { assistant_id: assistant.assistant_id, version: wanted, label: named }
      }),
    )

  /** `seesHeldOut`: without it, what is held out is left out, and cannot be asked for. */
  return async (tenant_id: string, sent: EvaluationCreate, seesHeldOut: boolean): Promise<EvaluationRow> => {
    const { type = 'heuristic', repetitions = 1, run_immediately = false } = sent
    const dataset = await datasets.get({ tenant_id, dataset_id: sent.dataset_id.toLowerCase() })
    if (dataset === undefined) throw notFound('Dataset', sent.dataset_id)
    const arms = withOwnLabels(await armsOf(tenant_id, sent))
    const { criteria, problems } = readCriteria(type, sent.criteria, sent.model)
    const [first] = Object.entries(problems)
    if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
    const version = versionOf(dataset, sent.dataset_version)
    const filter = filterOf(dataset, sent, seesHeldOut)
    const { dataset_id } = dataset
    const settings: EvaluationSettings = {
      concurrency: sent.concurrency ?? 8,
      repetitions,
      reviewers: sent.reviewers ?? 1,
      prices: sent.prices ?? {},
      filter,
    }
    const now = clock.now()
    return {
      tenant_id,
      eval_id: newId(),
      name: sent.name,
      type,
      status: run_immediately ? 'running' : 'pending',
      arms: JSON.stringify(arms),
      dataset_id,
      dataset_version: version,
      criteria: JSON.stringify(criteria),
      settings: JSON.stringify(settings),
      total: (await examples.count({ tenant_id, dataset_id, version }, filter)) * arms.length * repetitions,
      done: 0,
      errors: 0,
      summary: null,
      error: null,
      metadata: JSON.stringify(sent.metadata ?? {}),
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

const askedArms = ({ type, assistants, assistant_id, assistant_version }: EvaluationCreate): Arm[] => {
  const refuse = (field: string, text: string) =>
    new AppError('validation_error', `${field} ${text}`, { [field]: text })
  if (assistants !== undefined && assistant_id !== undefined)
    throw refuse('assistant_id', 'must not be given with assistants')
  if (assistants !== undefined && assistant_version !== undefined)
    throw refuse('assistant_version', 'must not be given with assistants, each of which may have its own')
  if (type === 'comparison') {
    if (assistants === undefined) throw refuse('assistants', 'must name two or more for a comparison')
    return assistants
  }
  if (assistants !== undefined) throw refuse('assistants', 'is for the type comparison; give assistant_id')
  if (assistant_id === undefined) throw refuse('assistant_id', 'is required')
  return [{ assistant_id, ...(assistant_version !== undefined && { version: assistant_version }) }]
}

/** In the results they are told apart by their labels. */
const withOwnLabels = (arms: Evaluation['assistants']): Evaluation['assistants'] =>
  arms.map((arm, at) => {
    const isTaken = arms.findIndex(({ label }) => label === arm.label) < at
    return isTaken ? { ...arm, label: `${arm.label} (${String(at + 1)})` } : arm
  })

const versionOf = (dataset: DatasetRow, asked = dataset.version): number => {
  if (asked > dataset.version) throw notFound('Version', String(asked))
  return asked
}

const filterOf = (
  { held_out_split: heldOut }: DatasetRow,
  { tags, split }: EvaluationCreate,
  seesHeldOut: boolean,
): EvaluationSettings['filter'] => {
  const isHidden = heldOut !== null && !seesHeldOut
  if (isHidden && split === heldOut)
    throw new AppError('forbidden', `the split ${split} is held out: it takes the scope admin`, { split })
  return {
    ...(tags !== undefined && { tags }),
    ...(split !== undefined && { split }),
    ...(isHidden && { without: heldOut }),
  }
}
