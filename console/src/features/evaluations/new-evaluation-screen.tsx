import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { datasetsQuery } from '../../api/datasets.ts'
import { createEvaluation } from '../../api/evaluations.ts'
import { ApiError, problemOf } from '../../api/errors.ts'
import { useScope } from '../../api/session.ts'
import {
  findCriterionProblems,
  newCriterion,
  toCriterion,
  type CriterionDraft,
} from '../../model/criteria-form.ts'
import { formatCount, plural } from '../../model/format.ts'
import { parseTags } from '../../model/tags.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { AssistantFields, type AssistantChoice } from './assistant-fields.tsx'
import { CriterionFields } from './criterion-fields.tsx'

const EMPTY = { name: '', split: '', tags: '', repetitions: '1', concurrency: '8', reviewers: '1' }

/** Problems of the service with one criterion: their paths contain its index or its name. */
const findServiceProblems = (error: unknown, index: number, name: string): Record<string, string> => {
  if (!(error instanceof ApiError)) return {}
  const prefixes = [`criteria/${String(index)}/`, `criteria/${name}/`]
  return Object.fromEntries(
    Object.entries(error.details).flatMap(([path, problem]) => {
      const prefix = prefixes.find((candidate) => path.startsWith(candidate))
      if (prefix === undefined) return []
      return [[path.slice(prefix.length).replace(/^config\//, ''), String(problem)]]
    }),
  )
}

export const NewEvaluationScreen = () => {
  useScreen('New evaluation', [{ label: 'Evaluations', to: '/evaluations' }, { label: 'New' }])
  const search = useSearch({ from: '/evaluations/new' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const { data: datasets, error: datasetsError } = useQuery(datasetsQuery)
  const { data: assistants, error: assistantsError } = useQuery(assistantsQuery)
  const [fields, setFields] = useState(EMPTY)
  const [chosenDataset, setDataset] = useState(search['dataset'])
  const [choices, setChoices] = useState<AssistantChoice[]>([
    { id: 0, assistantId: search['assistant'] ?? '', version: '' },
  ])
  const [criteria, setCriteria] = useState<CriterionDraft[]>([newCriterion(0)])
  const nextId = useRef(1)
  const create = useMutation({
    mutationFn: createEvaluation,
    onSuccess: ({ eval_id }) =>
      void navigate({ to: '/evaluations/$evalId', params: { evalId: eval_id }, search: {} }),
  })
  if (datasets === undefined || assistants === undefined) {
    const error = datasetsError ?? assistantsError
    return error === null ? <Loading /> : <ErrorState error={error} />
  }
  if (!canWrite)
    return (
      <EmptyState isScreen icon="chart" title="Your key cannot create evaluations">
        <p>Sign in with a key that has the scope write.</p>
      </EmptyState>
    )
  if (datasets.length === 0)
    return (
      <EmptyState
        isScreen
        icon="datasets"
        title="An evaluation needs a dataset"
        actions={
          <Link to="/datasets" search={{}} className={buttonClass('primary')}>
            Go to Datasets
          </Link>
        }
      >
        <p>Create a dataset and import examples first.</p>
      </EmptyState>
    )
  const dataset = datasets.find(({ dataset_id }) => dataset_id === chosenDataset) ?? datasets[0]
  const arms = choices.map(({ assistantId, version }) => ({
    assistant_id: assistantId === '' ? (assistants[0]?.assistant_id ?? '') : assistantId,
    ...(version !== '' && { version: Number(version) }),
  }))
  const isComparison = arms.length > 1
  const used = criteria.filter(({ scorer }) => isComparison || scorer !== 'pairwise')
  const setField = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [name]: event.target.value })
  const hasProblem = used.some((draft) => Object.keys(findCriterionProblems(draft)).length > 0)
  const submit = (): void => {
    const [first] = arms
    if (dataset === undefined || first === undefined) return
    create.mutate({
      name: fields.name.trim(),
      dataset_id: dataset.dataset_id,
      ...(isComparison
        ? { type: 'comparison' as const, assistants: arms }
        : {
            type: 'heuristic' as const,
            assistant_id: first.assistant_id,
            ...(first.version !== undefined && { assistant_version: first.version }),
          }),
      criteria: used.map(toCriterion),
      ...(fields.split.trim() !== '' && { split: fields.split.trim() }),
      ...(parseTags(fields.tags).length > 0 && { tags: parseTags(fields.tags) }),
      repetitions: Number(fields.repetitions),
      concurrency: Number(fields.concurrency),
      reviewers: Number(fields.reviewers),
      run_immediately: true,
    })
  }
  const number = (name: 'repetitions' | 'concurrency' | 'reviewers', label: string, hint: string) => (
    <Field label={label} hint={hint} error={problemOf(create.error, name)}>
      {(ids) => <TextInput {...ids} type="number" min={1} value={fields[name]} onChange={setField(name)} />}
    </Field>
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-200 flex-col gap-6 px-5 py-4">
        <ScreenHeading>New evaluation</ScreenHeading>
        <section className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={problemOf(create.error, 'name')}>
            {(ids) => (
              <TextInput {...ids} placeholder="nightly 118" value={fields.name} onChange={setField('name')} />
            )}
          </Field>
          <Field
            label="Dataset"
            hint={
              dataset !== undefined &&
              `${plural(dataset.examples, 'example')}, version ${formatCount(dataset.version)}`
            }
            error={problemOf(create.error, 'dataset_id')}
          >
            {(ids) => (
              <Select
                {...ids}
                value={dataset?.dataset_id}
                onChange={(event) => setDataset(event.target.value)}
              >
                {datasets.map(({ dataset_id, name }) => (
                  <option key={dataset_id} value={dataset_id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Only the split" note="optional" error={problemOf(create.error, 'split')}>
            {(ids) => <TextInput {...ids} value={fields.split} onChange={setField('split')} />}
          </Field>
          <Field label="Only examples with one of the tags" note="optional" hint="Separated by commas">
            {(ids) => <TextInput {...ids} value={fields.tags} onChange={setField('tags')} />}
          </Field>
        </section>
        <AssistantFields
          assistants={assistants}
          choices={choices}
          onChange={setChoices}
          takeId={() => nextId.current++}
          problem={problemOf(create.error, 'assistant_id') ?? problemOf(create.error, 'assistants')}
        />
        <section className="flex flex-col gap-3">
          <h2 className="text-title font-semibold">Criteria</h2>
          <p className="text-ink-2">An example passes if it passes every criterion in every repetition.</p>
          {criteria.map((draft, index) => (
            <CriterionFields
              key={draft.id}
              draft={draft}
              isComparison={isComparison}
              problems={{
                ...(create.isError && findServiceProblems(create.error, index, toCriterion(draft).name)),
                ...(draft.scorer !== 'expected' && findCriterionProblems(draft)),
              }}
              onChange={(changed) =>
                setCriteria(criteria.map((other) => (other.id === draft.id ? changed : other)))
              }
              onRemove={() => setCriteria(criteria.filter(({ id }) => id !== draft.id))}
            />
          ))}
          {criteria.length === 0 && (
            <p className="text-ink-2">Without criteria, outputs are compared with the expected outputs.</p>
          )}
          <div>
            <Button
              icon="plus"
              onClick={() => setCriteria([...criteria, newCriterion(nextId.current++, 'contains')])}
            >
              Add a criterion
            </Button>
          </div>
        </section>
        <section className="grid gap-4 sm:grid-cols-3">
          {number('repetitions', 'Repetitions', 'Runs per example')}
          {number('concurrency', 'Concurrency', 'Examples that run at the same time')}
          {number('reviewers', 'Reviewers', 'People per output, if people score')}
        </section>
        {create.error !== null && <ErrorLine error={create.error} />}
        <div className="flex justify-end gap-2 border-t border-line py-4">
          <Link to="/evaluations" search={{}} className={buttonClass()}>
            Go back
          </Link>
          <Button
            variant="primary"
            busy={create.isPending}
            reason={
              fields.name.trim() === ''
                ? 'The evaluation needs a name'
                : hasProblem
                  ? 'A criterion is not complete'
                  : undefined
            }
            onClick={submit}
          >
            Start the evaluation
          </Button>
        </div>
      </div>
    </div>
  )
}
