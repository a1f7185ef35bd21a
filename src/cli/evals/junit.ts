/**
 * Results as JUnit XML, which CI systems show example by example: a test case for each result, and a second suite with the
 * gates. An example that failed is a failure there, whether or not the gates allow for it.
 */
import type { Evaluation, EvaluationResult } from '../../schema/evaluation.js'
import type { Gate } from './gate.js'
import { figure } from './format.js'

type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

/** A result as text; the rest of it, which may be large, need not be kept. */
export interface TestCase {
  outcome: Outcome
  seconds: number
  xml: string
}

/** What XML 1.0 has no way to write: most control characters, halves of characters. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    // Line ends in an attribute would be read as spaces.
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll(/[\t\n\r]/g, asReference)}"`)
    .join('')

const asReference = (character: string): string => `&#${String(character.charCodeAt(0))};`

type Score = EvaluationResult['scores'][number]

const describe = ({ criterion, scorer, explanation }: Score): string =>
  `${criterion} (${scorer}): ${explanation}`

const nameOf = ({ example_id, assistant, repetition }: EvaluationResult, evaluation: Evaluation): string => {
  const isRepeated = Number(evaluation.settings['repetitions'] ?? 1) > 1
  const label = evaluation.assistants.length > 1 ? evaluation.assistants[assistant]?.label : undefined
  return `${example_id}${isRepeated ? ` #${String(repetition + 1)}` : ''}${label === undefined ? '' : ` (${label})`}`
}

/** What is said inside of a test case that did not pass. */
const verdictOf = (
  result: EvaluationResult,
): { outcome: Outcome; message: string; type?: string; text: string } => {
  const { status, passed, scores, error } = result
  if (status === 'awaiting_feedback') return { outcome: 'skipped', message: 'waits for a reviewer', text: '' }
  if (status !== 'scored' && status !== 'error')
    return { outcome: 'skipped', message: `is ${status}, and the evaluation was not finished`, text: '' }
  const open = scores.filter((score) => score.passed === null)
  const failed = scores.filter((score) => score.passed === false)
  // A run may be meant to fail, as one that is to be blocked.
  if (error !== null && passed !== true) {
    const { code, message } = error
    const text = typeof message === 'string' ? message : JSON.stringify(error)
    return { outcome: 'error', message: text, type: typeof code === 'string' ? code : 'run_failed', text: '' }
  }
  if (status === 'error' || passed === null) {
    const message = open.length === 0 ? 'it has no score' : `no score of ${criteriaOf(open)}`
    return { outcome: 'error', message, type: 'unscored', text: open.map(describe).join('\n') }
  }
  if (passed) return { outcome: 'passed', message: '', text: '' }
  const message = failed.length === 0 ? 'it did not pass' : `failed ${criteriaOf(failed)}`
  return { outcome: 'failure', message, type: 'criteria', text: failed.map(describe).join('\n') }
}

const criteriaOf = (scores: readonly Score[]): string => scores.map(({ criterion }) => criterion).join(', ')

export const testCaseOf = (result: EvaluationResult, evaluation: Evaluation): TestCase => {
  const { outcome, message, type, text } = verdictOf(result)
  const seconds = (result.latency_ms ?? 0) / 1000
  const head = attributes({
    classname: evaluation.name,
    name: nameOf(result, evaluation),
    time: seconds.toFixed(3),
  })
  if (outcome === 'passed') return { outcome, seconds, xml: `    <testcase${head}/>\n` }
  const inside = `<${outcome}${attributes({ message, type })}>${escaped(text)}</${outcome}>`
  return { outcome, seconds, xml: `    <testcase${head}>${inside}</testcase>\n` }
}

const gateCaseOf = ({ name, passed, why }: Gate, evaluation: Evaluation): TestCase => {
  const head = attributes({ classname: `${evaluation.name}: gates`, name })
  const inside = `<failure${attributes({ message: why, type: 'gate' })}></failure>`
  return passed
    ? { outcome: 'passed', seconds: 0, xml: `    <testcase${head}/>\n` }
    : { outcome: 'failure', seconds: 0, xml: `    <testcase${head}>${inside}</testcase>\n` }
}

const countsOf = (cases: readonly TestCase[]) => {
  const count = (outcome: Outcome): number => cases.filter((one) => one.outcome === outcome).length
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time,
  }
}

const suite = (name: string, timestamp: string, cases: readonly TestCase[], inside = ''): string => {
  const head = attributes({ name, ...countsOf(cases), timestamp: timestamp.slice(0, 19) })
  return `  <testsuite${head}>\n${inside}${cases.map(({ xml }) => xml).join('')}  </testsuite>\n`
}

const properties = ({ id, status, dataset_id, dataset_version, summary }: Evaluation): string => {
  const [low, high] = summary?.pass_rate_interval ?? []
  const values = {
    eval_id: id,
    status,
    dataset_id,
    dataset_version: String(dataset_version),
    pass_rate: optional(summary?.pass_rate),
    pass_rate_low: optional(low),
    pass_rate_high: optional(high),
    avg_score: optional(summary?.avg_score),
  }
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `      <property${attributes({ name, value })}/>\n`)
  return `    <properties>\n${lines.join('')}    </properties>\n`
}

const optional = (value: number | null | undefined): string | undefined =>
  value == null ? undefined : figure(value)

export const junitOf = (
  evaluation: Evaluation,
  cases: readonly TestCase[],
  gates: readonly Gate[],
): string => {
  const { name, created_at } = evaluation
  const gateCases = gates.map((gate) => gateCaseOf(gate, evaluation))
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<testsuites${attributes({ name: 'heddle evals', ...countsOf([...cases, ...gateCases]) })}>\n` +
    suite(name, created_at, cases, properties(evaluation)) +
    (gates.length === 0 ? '' : suite(`${name}: gates`, created_at, gateCases)) +
    `</testsuites>\n`
  )
}
