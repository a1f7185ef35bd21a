/**
 * Writes evaluations with many results to a migrated database, with the service's own stores. All examples are scored but
 * the evaluations are not started, so running one only computes its summary.
 *
 *   node fill-evaluations.js <database url> <results>
 */
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import { newId } from '../src/platform/ids.js'
import { Database } from '../src/store/sql/database.js'
import { makeDatasetStore } from '../src/store/datasets/datasets.js'
import { makeEvaluationResultStore, type ResultRow } from '../src/store/evaluations/results.js'
import { makeEvaluationStore, type EvaluationRow } from '../src/store/evaluations/evaluations.js'
import { makeExampleStore, serializeTags, type ExampleRow } from '../src/store/datasets/examples.js'

const [url = '', count = ''] = process.argv.slice(2)
const TOTAL = Number(count)
const BATCH = 1_000
const tenant_id = 'default'
const now = Date.now()

const db = await Database.open({ url, durability: 'relaxed', poolSize: 4 })
const examples = makeExampleStore(db)
const results = makeEvaluationResultStore(db)
const evaluations = makeEvaluationStore(db)
const datasets = makeDatasetStore(db)

const dataset_id = newId()
const ids = Array.from({ length: TOTAL }, () => newId()).sort()

const forEachBatch = async (insert: (ids: string[], from: number) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < TOTAL; from += BATCH) await insert(ids.slice(from, from + BATCH), from)
}

const buildExampleRow = (example_id: string, index: number): ExampleRow => ({
  tenant_id,
  dataset_id,
  example_id,
  since_version: 1,
  until_version: null,
  input: JSON.stringify({ message: `What is ${index} * 7?` }),
  expected_output: JSON.stringify({ contains: String(index * 7) }),
  tags: serializeTags(['numbers']),
  split: null,
  metadata: '{}',
  source_run_id: null,
  created_at: now,
  updated_at: now,
})

await datasets.insert({
  tenant_id,
  dataset_id,
  name: `sevens ${TOTAL}`,
  description: null,
  metadata: '{}',
  version: 1,
  examples: TOTAL,
  held_out_split: null,
  revision: 1,
  created_at: now,
  updated_at: now,
})
await forEachBatch((batch, from) =>
  db.write(examples.insertStatements(batch.map((id, index) => buildExampleRow(id, from + index)))),
)

const CRITERIA = [
  { name: 'right', scorer: 'expected' },
  { name: 'form', scorer: 'regex', config: { pattern: '^\\d+ \\* 7 = \\d+$' } },
  { name: 'short', scorer: 'length', config: { max: 100 } },
  { name: 'near', scorer: 'similarity', config: { value: '17 * 7 = 119', threshold: 0.5 } },
]

const buildEvaluationRow = (eval_id: string): EvaluationRow => ({
  tenant_id,
  eval_id,
  name: 'sevens',
  type: 'heuristic',
  status: 'pending',
  arms: JSON.stringify([{ assistant_id: builtInAssistantId('agent'), version: 1, label: 'agent v1' }]),
  dataset_id,
  dataset_version: 1,
  criteria: JSON.stringify(CRITERIA),
  settings: JSON.stringify({ concurrency: 8, repetitions: 1, reviewers: 1, prices: {}, filter: {} }),
  total: TOTAL,
  done: TOTAL,
  errors: 0,
  summary: null,
  error: null,
  metadata: '{}',
  lease_owner: null,
  lease_expires_at: null,
  fence: 0,
  touched: 0,
  created_at: now,
  updated_at: now,
  started_at: null,
  completed_at: null,
})

/** Every `failEvery`-th example fails. */
const buildResultRow = (eval_id: string, example_id: string, index: number, failEvery: number): ResultRow => {
  const isCorrect = index % failEvery !== 0
  const similarity = (index % 11) / 10
  const response = `${index} * 7 = ${isCorrect ? index * 7 : index}`
  const message = { id: newId(), role: 'assistant', content: response }
  const usage = { input_tokens: 7, output_tokens: 8, total_tokens: 15, model: 'demo', calls: 1 }
  const scores = CRITERIA.map(({ name: criterion, scorer }) => {
    const score = criterion === 'near' ? similarity : criterion === 'right' && !isCorrect ? 0 : 1
    const explanation = `explanation for "${response}"`
    return { criterion, scorer, score, passed: score >= 0.5, explanation }
  })
  return {
    tenant_id,
    eval_id,
    example_id,
    arm: 0,
    repetition: 0,
    run_id: newId(),
    status: 'scored',
    passed: isCorrect && similarity >= 0.5 ? 1 : 0,
    score: scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
    scores: JSON.stringify(scores),
    output: JSON.stringify({ response, messages: [message] }),
    error: null,
    latency_ms: 5 + (index % 40),
    usage: JSON.stringify(usage),
    cost: null,
    created_at: now,
  }
}

const evaluationIds: string[] = []
for (const failEvery of [7, 9]) {
  const eval_id = newId()
  await evaluations.insert(buildEvaluationRow(eval_id))
  await forEachBatch((batch, from) =>
    db.write(
      results.insertStatements(
        batch.map((id, index) => buildResultRow(eval_id, id, from + index, failEvery)),
      ),
    ),
  )
  evaluationIds.push(eval_id)
}
await db.close()
process.stdout.write(JSON.stringify(evaluationIds))
