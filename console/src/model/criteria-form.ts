/** Criteria of an evaluation as a form: which fields each scorer has, and the request that the fields make. */
import { parseObject } from './json-object.ts'

interface ScorerField {
  key: string
  label: string
  kind: 'text' | 'number' | 'lines'
  options?: readonly string[]
  required?: boolean
  hint?: string
}

interface ScorerForm {
  label: string
  /** What has to be true for an output to pass. */
  meaning: string
  fields: readonly ScorerField[]
  /** True if only a comparison of assistants can use it. */
  comparesAssistants?: boolean
}

const JUDGED = ['helpfulness', 'accuracy', 'coherence', 'relevance', 'safety', 'conciseness'] as const

const JUDGE_FIELDS: readonly ScorerField[] = [
  { key: 'criteria', label: 'Criterion of the judge', kind: 'text', options: JUDGED },
  {
    key: 'rubric',
    label: 'Own rubric',
    kind: 'lines',
    hint: 'Instead of the criterion: when is an output good, and when is it not?',
  },
]

export const SCORERS = {
  expected: {
    label: 'Matches the expected output',
    meaning: 'the output matches its expected output',
    fields: [],
  },
  contains: {
    label: 'Contains a text',
    meaning: 'the output contains the text',
    fields: [{ key: 'substring', label: 'Text', kind: 'text', required: true }],
  },
  regex: {
    label: 'Matches a pattern',
    meaning: 'the pattern matches',
    fields: [{ key: 'pattern', label: 'Pattern (RE2)', kind: 'text', required: true }],
  },
  length: {
    label: 'Has a length',
    meaning: 'the length is within the limits',
    fields: [
      { key: 'min', label: 'At least', kind: 'number' },
      { key: 'max', label: 'At most', kind: 'number' },
    ],
  },
  similarity: {
    label: 'Is similar to the expected text',
    meaning: 'the output is similar enough to the expected text',
    fields: [
      { key: 'method', label: 'Method', kind: 'text', options: ['levenshtein', 'token_f1', 'rouge_l'] },
    ],
  },
  json_valid: { label: 'Is valid JSON', meaning: 'the output is valid JSON', fields: [] },
  latency: {
    label: 'Is fast enough',
    meaning: 'the run is fast enough',
    fields: [{ key: 'max_ms', label: 'At most, milliseconds', kind: 'number', required: true }],
  },
  tool_called: {
    label: 'Calls a tool',
    meaning: 'the tool is called',
    fields: [{ key: 'name', label: 'Name of the tool', kind: 'text', required: true }],
  },
  refusal: { label: 'Is a refusal', meaning: 'the output is a refusal', fields: [] },
  llm_judge: { label: 'LLM judge', meaning: 'a model passes the output', fields: JUDGE_FIELDS },
  human: {
    label: 'People',
    meaning: 'reviewers pass the output',
    fields: [{ key: 'question', label: 'Question to the reviewers', kind: 'lines' }],
  },
  pairwise: {
    label: 'LLM judge compares the assistants',
    meaning: 'a model prefers the output to that of the first assistant',
    fields: JUDGE_FIELDS,
    comparesAssistants: true,
  },
} as const satisfies Record<string, ScorerForm>

export type ScorerName = keyof typeof SCORERS
export const SCORER_NAMES = Object.keys(SCORERS) as ScorerName[]

export const scorerForm = (scorer: ScorerName): ScorerForm => SCORERS[scorer]

export interface CriterionDraft {
  id: number
  name: string
  scorer: ScorerName
  values: Record<string, string>
  threshold: string
  negate: boolean
  /** Further settings as JSON, for everything that the fields do not offer. */
  more: string
}

export const newCriterion = (id: number, scorer: ScorerName = 'expected'): CriterionDraft => ({
  id,
  name: '',
  scorer,
  values: {},
  threshold: '',
  negate: false,
  more: '',
})

/** The name that is used if none is typed. */
export const defaultCriterionName = ({ scorer, values }: CriterionDraft): string =>
  scorer === 'llm_judge' && (values['rubric'] ?? '') === '' ? (values['criteria'] ?? JUDGED[0]) : scorer

type Problems = Record<string, string>

export const findCriterionProblems = (draft: CriterionDraft): Problems => {
  const problems: Problems = {}
  for (const { key, kind, required } of scorerForm(draft.scorer).fields) {
    const value = draft.values[key]?.trim() ?? ''
    if (required === true && value === '') problems[key] = 'is required'
    else if (kind === 'number' && value !== '' && !Number.isFinite(Number(value)))
      problems[key] = 'has to be a number'
  }
  const threshold = Number(draft.threshold)
  if (draft.threshold.trim() !== '' && !(threshold >= 0 && threshold <= 1))
    problems['threshold'] = 'has to be between 0 and 1'
  if (draft.more.trim() !== '') {
    const { problem } = parseObject(draft.more, 'The setting')
    if (problem !== undefined) problems['more'] = problem
  }
  return problems
}

const toConfig = ({ scorer, values, more }: CriterionDraft): Record<string, unknown> => {
  const config: Record<string, unknown> = {}
  for (const { key, kind, options } of scorerForm(scorer).fields) {
    const value = values[key]?.trim() ?? ''
    if (value !== '') config[key] = kind === 'number' ? Number(value) : value
    else if (options?.[0] !== undefined && key !== 'criteria') config[key] = options[0]
  }
  if (scorer === 'llm_judge' || scorer === 'pairwise') {
    if (config['rubric'] !== undefined) delete config['criteria']
    else config['criteria'] ??= JUDGED[0]
  }
  return { ...config, ...(more.trim() === '' ? {} : parseObject(more, '').value) }
}

export const toCriterion = (draft: CriterionDraft) => ({
  name: draft.name.trim() === '' ? defaultCriterionName(draft) : draft.name.trim(),
  scorer: draft.scorer,
  config: toConfig(draft),
  ...(draft.threshold.trim() !== '' && { threshold: Number(draft.threshold) }),
  ...(draft.negate && { negate: true }),
})
