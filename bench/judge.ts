/**
 * Checks that unreadable replies of a judge model never become scores. A local model server judges the pairs of
 * judge/llmbar.jsonl by a simple rule; a tenth of its replies are unreadable, another tenth are malformed but repairable.
 *
 *   HEDDLE_DATA=<folder of labeled texts> npm run bench -- judge
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Complete, JudgeDeps } from '../src/evaluations/judge/ask-judge.js'
import { calibrate } from '../src/evaluations/judge/calibration.js'
import { judgeByHeuristic } from '../src/evaluations/judge/heuristic-judge.js'
import { judgeByModel } from '../src/evaluations/judge/judge.js'
import { judgePairByModel, summarizePairs } from '../src/evaluations/judge/pairwise.js'
import { findJudgedCriterion } from '../src/evaluations/judge/rubrics.js'
import { getDataFolder, readRows } from './guardrails/labeled-texts.js'
import { formatPercent, printNote, toInfoFinding, type Finding } from './report.js'

interface Pair {
  id: string
  input: string
  output_1: string
  output_2: string
  label: 1 | 2
}

interface JudgeRequest {
  question: string
  attempt: number
  user: string
  isPair: boolean
}

/** The last reply of the server to each question, and whether it is readable. */
const lastReplies = new Map<string, { decision: string; isBroken: boolean }>()
let brokenReplies = 0
let replies = 0

const hashToUnit = (...values: (string | number)[]): number =>
  createHash('md5').update(values.join(' ')).digest().readUInt32BE(0) / 2 ** 32

const extractTag = (text: string, tag: string): string =>
  new RegExp(`<${tag}_\\w+>\\n([^]*)\\n</${tag}_\\w+>`).exec(text)?.[1] ?? ''
/** The rule of the scripted judge. Close calls go to the answer that is shown first, as with real models. */
const countDistinctWords = (answer: string): number =>
  Math.min(80, new Set(answer.toLowerCase().match(/\w+/g)).size)

const decide = ({ user, isPair }: JudgeRequest): string => {
  if (!isPair) return String(1 + Math.min(4, Math.floor(countDistinctWords(extractTag(user, 'answer')) / 16)))
  const lead =
    countDistinctWords(extractTag(user, 'first_answer')) -
    countDistinctWords(extractTag(user, 'second_answer'))
  return lead >= -5 ? 'first' : 'second'
}

const writeReply = (request: JudgeRequest): string => {
  const decision = decide(request)
  const value = request.isPair ? `"${decision}"` : decision
  const key = request.isPair ? 'winner' : 'score'
  const rest = request.isPair ? '' : '"issues": [], '
  const whole = `{"reasoning": "By the number of its words.", ${rest}"${key}": ${value}}`
  const kind = Math.floor(hashToUnit('kind', request.question, request.attempt) * 4)
  const drawn = hashToUnit('broken', request.question, request.attempt)
  // Half of the questions whose first reply was unreadable get another unreadable reply.
  const share = request.attempt === 0 ? 0.1 : 0.5
  const isBroken = drawn < share
  lastReplies.set(request.question, { decision, isBroken })
  replies++
  if (isBroken) {
    brokenReplies++
    const wrong = request.isPair ? '"third"' : '9'
    return [whole.slice(0, -3 - value.length), `I would say ${value}.`, whole.replace(value, wrong), ''][
      kind
    ]!
  }
  if (drawn >= share + 0.1) return whole
  return [
    `${whole.slice(0, -1)}\n`,
    `Here it is:\n\`\`\`json\n${whole.replace('}', ',}')}\n\`\`\``,
    whole.replace('"reasoning"', 'reasoning'),
    whole.replaceAll('"', "'"),
  ][kind]!
}

const startModelServer = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = writeReply(JSON.parse(Buffer.concat(chunks).toString('utf8')) as JudgeRequest)
      response.end(JSON.stringify({ text }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

const makeScriptedJudge = (url: string, question: string): JudgeDeps => {
  // A pair is judged twice, once in each order; the answer that is shown first identifies the order.
  const attempts = new Map<string, number>()
  const complete: Complete = async ({ system, user, signal }) => {
    const isPair = system.includes('"winner"')
    const key = isPair ? `${question} ${hashToUnit(extractTag(user, 'first_answer'))}` : question
    const attempt = attempts.get(key) ?? 0
    attempts.set(key, attempt + 1)
    const body = JSON.stringify({ question: key, attempt, user, isPair })
    const response = await fetch(url, { method: 'POST', body, signal })
    return { ...((await response.json()) as { text: string }), usage: null, model: 'scripted' }
  }
  return {
    complete,
    newNonce: () => randomBytes(16).toString('hex'),
    now: () => performance.now(),
    signal: new AbortController().signal,
  }
}

const expectNone = (label: string, value: number, of: number): Finding => ({
  label,
  measured: `${String(value)} of ${String(of)}`,
  target: '0',
  isMet: value === 0,
})

export const benchJudge = async (): Promise<Finding[]> => {
  if (getDataFolder() === undefined) {
    printNote('set HEDDLE_DATA to the folder with the labeled texts, see bench/guardrails/README.md')
    return []
  }
  const rows = readRows<Pair>('judge/llmbar.jsonl')
  const criterion = findJudgedCriterion('helpfulness')!
  const server = await startModelServer()
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const pairs: Awaited<ReturnType<typeof judgePairByModel>>[] = []
  const singleVerdicts: Awaited<ReturnType<typeof judgeByModel>>[] = []
  const model = 'scripted'
  let [stayedBroken, scoredDespiteBroken, wrongScores] = [0, 0, 0]
  const checkVerdict = (question: string, got: string | null): void => {
    const last = lastReplies.get(question)!
    if (last.isBroken) stayedBroken++
    if (last.isBroken && got !== null) scoredDespiteBroken++
    if (!last.isBroken && got !== last.decision) wrongScores++
  }
  try {
    for (const { id, input, output_1, output_2 } of rows) {
      const outputs = [output_1, output_2] as const
      const pair = await judgePairByModel({ ...makeScriptedJudge(url, id), model, criterion, input, outputs })
      pairs.push(pair)
      outputs.forEach((first, at) => checkVerdict(`${id} ${hashToUnit(first)}`, pair.orders[at]!))
      const question = `${id} alone`
      const verdict = await judgeByModel({
        ...makeScriptedJudge(url, question),
        model,
        criterion,
        input,
        output: output_1,
      })
      singleVerdicts.push(verdict)
      checkVerdict(question, verdict.raw_score === null ? null : String(verdict.raw_score))
    }
  } finally {
    server.close()
  }
  const summary = summarizePairs(pairs)
  const questions = 3 * rows.length
  const sum = (key: 'repaired' | 'retries'): number =>
    [...pairs, ...singleVerdicts].reduce((total, verdict) => total + verdict[key], 0)
  const human = (row: Pair): string => (row.label === 1 ? 'a' : 'b')
  const scripted = calibrate(rows.map((row, at) => ({ judge: pairs[at]!.winner, human: human(row) })))
  const heuristic = calibrate(
    rows.map((row) => ({ judge: pickByHeuristic(row, criterion), human: human(row) })),
  )
  return [
    expectNone(
      'judge: questions with only unreadable replies that received a score',
      scoredDespiteBroken,
      stayedBroken,
    ),
    expectNone(
      'judge: questions with a readable reply that received a different score',
      wrongScores,
      questions - stayedBroken,
    ),
    toInfoFinding('… unreadable replies', formatPercent(brokenReplies / replies)),
    toInfoFinding('… pairs without a verdict', `${String(summary.errors)} of ${String(rows.length)}`),
    toInfoFinding(
      '… answers without a score',
      `${String(singleVerdicts.filter(({ score }) => score === null).length)} of ${String(rows.length)}`,
    ),
    toInfoFinding('… repaired replies', formatPercent(sum('repaired') / replies)),
    toInfoFinding('… retries', String(sum('retries'))),
    toInfoFinding('… both orders agree', (summary.consistency ?? 0).toFixed(3)),
    toInfoFinding('… the answer shown first is chosen', (summary.first_position_rate ?? 0).toFixed(3)),
    toInfoFinding('… agreement of the scripted rule with people, kappa', (scripted.kappa ?? 0).toFixed(2)),
    toInfoFinding(
      '… the heuristic judge compared with people: agreement, kappa',
      `${(heuristic.agreement ?? 0).toFixed(2)}, ${(heuristic.kappa ?? 0).toFixed(2)}`,
    ),
  ]
}

const pickByHeuristic = (
  { input, output_1, output_2 }: Pair,
  criterion: NonNullable<ReturnType<typeof findJudgedCriterion>>,
): string => {
  const [a, b] = [output_1, output_2].map(
    (output) => judgeByHeuristic({ criterion, input, output, now: () => 0 }).score ?? 0,
  )
  return a === b ? 'tie' : a! > b! ? 'a' : 'b'
}
