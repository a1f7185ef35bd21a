/**
 * Results as JUnit XML, which CI systems display: a test case for each result, and a second suite with the gates. A failed
 * example is a failure here even if the gates pass.
 */
import type { Evaluation, EvaluationResult } from '../../schema/evaluation.js'
import type { Gate } from './gate.js'
import { formatNumber } from '../output/format.js'

type TestOutcome = 'passed' | 'failure' | 'error' | 'skipped'

/** A result as XML, so that the result itself, which may be large, is not kept. */
export interface TestCase {
  outcome: TestOutcome
  seconds: number
  xml: string
}

/** Characters that XML 1.0 cannot represent: most control characters and lone surrogates. */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string): string =>
  text.replaceAll(INVALID_XML_CHARACTERS, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

const formatAttributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    // XML parsers normalize raw line breaks in attributes to spaces.
    .map(
      ([name, value]) =>
        ` ${name}="${escapeXml(String(value)).replaceAll(/[\t\n\r]/g, toCharacterReference)}"`,
    )
    .join('')

const toCharacterReference = (character: string): string => `&#${String(character.charCodeAt(0))};`

type Score = EvaluationResult['scores'][number]

const describeScore = ({ criterion, scorer, explanation }: Score): string =>
  `${criterion} (${scorer}): ${explanation}`

const toTestName = (
  { example_id, assistant, repetition }: EvaluationResult,
  evaluation: Evaluation,
): string => {
  const isRepeated = Number(evaluation.settings['repetitions'] ?? 1) > 1
  const label = evaluation.assistants.length > 1 ? evaluation.assistants[assistant]?.label : undefined
  return `${example_id}${isRepeated ? ` #${String(repetition + 1)}` : ''}${label === undefined ? '' : ` (${label})`}`
}

const toVerdict = (
  result: EvaluationResult,
): { outcome: TestOutcome; message: string; type?: string; text: string } => {
  const { status, passed, scores, error } = result
  if (status === 'awaiting_feedback')
    return { outcome: 'skipped', message: 'waiting for a reviewer', text: '' }
  if (status !== 'scored' && status !== 'error')
    return { outcome: 'skipped', message: `the result is ${status}: the evaluation did not finish`, text: '' }
  const unscored = scores.filter((score) => score.passed === null)
  const failed = scores.filter((score) => score.passed === false)
  // A failed run can be the expected outcome, such as a blocked one.
  if (error !== null && passed !== true) {
    const { code, message } = error
    const text = typeof message === 'string' ? message : JSON.stringify(error)
    return { outcome: 'error', message: text, type: typeof code === 'string' ? code : 'run_failed', text: '' }
  }
  if (status === 'error' || passed === null) {
    const message =
      unscored.length === 0 ? 'the result has no score' : `no score for ${listCriteria(unscored)}`
    return { outcome: 'error', message, type: 'unscored', text: unscored.map(describeScore).join('\n') }
  }
  if (passed) return { outcome: 'passed', message: '', text: '' }
  const message = failed.length === 0 ? 'the result did not pass' : `failed criteria: ${listCriteria(failed)}`
  return { outcome: 'failure', message, type: 'criteria', text: failed.map(describeScore).join('\n') }
}

const listCriteria = (scores: readonly Score[]): string => scores.map(({ criterion }) => criterion).join(', ')

export const toTestCase = (result: EvaluationResult, evaluation: Evaluation): TestCase => {
  const { outcome, message, type, text } = toVerdict(result)
  const seconds = (result.latency_ms ?? 0) / 1000
  const xmlAttributes = formatAttributes({
    classname: evaluation.name,
    name: toTestName(result, evaluation),
    time: seconds.toFixed(3),
  })
  if (outcome === 'passed') return { outcome, seconds, xml: `    <testcase${xmlAttributes}/>\n` }
  const content = `<${outcome}${formatAttributes({ message, type })}>${escapeXml(text)}</${outcome}>`
  return { outcome, seconds, xml: `    <testcase${xmlAttributes}>${content}</testcase>\n` }
}

const toGateCase = ({ name, passed, why }: Gate, evaluation: Evaluation): TestCase => {
  const xmlAttributes = formatAttributes({ classname: `${evaluation.name}: gates`, name })
  const content = `<failure${formatAttributes({ message: why, type: 'gate' })}></failure>`
  return passed
    ? { outcome: 'passed', seconds: 0, xml: `    <testcase${xmlAttributes}/>\n` }
    : { outcome: 'failure', seconds: 0, xml: `    <testcase${xmlAttributes}>${content}</testcase>\n` }
}

const countOutcomes = (cases: readonly TestCase[]) => {
  const count = (outcome: TestOutcome): number =>
    cases.filter((testCase) => testCase.outcome === outcome).length
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time,
  }
}

const formatSuite = (name: string, timestamp: string, cases: readonly TestCase[], content = ''): string => {
  const xmlAttributes = formatAttributes({ name, ...countOutcomes(cases), timestamp: timestamp.slice(0, 19) })
  return `  <testsuite${xmlAttributes}>\n${content}${cases.map(({ xml }) => xml).join('')}  </testsuite>\n`
}

const formatProperties = ({ id, status, dataset_id, dataset_version, summary }: Evaluation): string => {
  const [low, high] = summary?.pass_rate_interval ?? []
  const values = {
    eval_id: id,
    status,
    dataset_id,
    dataset_version: String(dataset_version),
    pass_rate: formatOptional(summary?.pass_rate),
    pass_rate_low: formatOptional(low),
    pass_rate_high: formatOptional(high),
    avg_score: formatOptional(summary?.avg_score),
  }
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `      <property${formatAttributes({ name, value })}/>\n`)
  return `    <properties>\n${lines.join('')}    </properties>\n`
}

const formatOptional = (value: number | null | undefined): string | undefined =>
  value == null ? undefined : formatNumber(value)

export const toJunitXml = (
  evaluation: Evaluation,
  cases: readonly TestCase[],
  gates: readonly Gate[],
): string => {
  const { name, created_at } = evaluation
  const gateCases = gates.map((gate) => toGateCase(gate, evaluation))
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<testsuites${formatAttributes({ name: 'heddle evals', ...countOutcomes([...cases, ...gateCases]) })}>\n` +
    formatSuite(name, created_at, cases, formatProperties(evaluation)) +
    (gates.length === 0 ? '' : formatSuite(`${name}: gates`, created_at, gateCases)) +
    `</testsuites>\n`
  )
}
