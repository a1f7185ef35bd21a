/** Calls the resources of the client on a real server. operations.test.ts checks that no operation is missing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError, createClient, type Client } from '../../clients/typescript/src/index.js'
import { startApp, type TestApp } from '../support/app.js'
import { toArray } from '../support/to-array.js'

let app: TestApp
let client: Client
beforeAll(async () => {
  app = await startApp({ execute: true })
  client = createClient({ url: await app.listen() })
  assistant_id = (await createAgent()).assistant_id
})
afterAll(() => app.stop())

let assistant_id: string
const createAgent = () => client.assistants.create({ name: 'Shop', config: { instructions: 'Be brief.' } })

const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

describe('the resources of the client', () => {
  it('assistants have versions', async () => {
    const { assistant_id } = await createAgent()
    await client.assistants.update(assistant_id, { name: 'Shop 2' })
    expect(
      (await toArray(client.assistants.listVersions(assistant_id))).map(({ version }) => version),
    ).toEqual([2, 1])
    expect(await client.assistants.setLatestVersion(assistant_id, { version: 1 })).toMatchObject({
      name: 'Shop',
    })
    expect((await client.assistants.check({ config: { temperature: 0.5 } })).problems).toEqual({})
    expect((await client.assistants.listGraphNodeTypes()).types.length).toBeGreaterThan(0)
    expect((await client.assistants.getNodeStatistics(assistant_id)).nodes).toEqual([])
    expect(await client.assistants.delete(assistant_id)).toMatchObject({ deleted: true })
    await expect(client.assistants.get(assistant_id)).rejects.toMatchObject({ error: 'resource_not_found' })
  })

  it('threads have messages and runs', async () => {
    const { thread_id } = await client.threads.create({ metadata: { user: 'u1' } })
    await client.threads.update(thread_id, { title: 'Order' })
    expect(await client.threads.get(thread_id)).toMatchObject({ title: 'Order', metadata: { user: 'u1' } })
    await client.messages.create({ thread_id, content: 'Hello' })
    await client.threads.createMessage(thread_id, { content: 'Where is my order?' })
    expect((await client.messages.list({ thread_id })).data).toHaveLength(2)
    const run = await client.threads.createRun(thread_id, {}, { wait: 60 })
    expect(run).toMatchObject({ status: 'completed', thread_id })
    expect(await toArray(client.threads.listRuns(thread_id))).toMatchObject([{ run_id: run.run_id }])
    expect((await toArray(client.threads.listMessages(thread_id))).map(({ role }) => role)).toEqual([
      'assistant',
      'user',
      'user',
    ])
    expect(await client.threads.delete(thread_id)).toMatchObject({ deleted: true })
  })

  it('runs are created, streamed, counted, repeated and deleted', async () => {
    const { assistant_id } = await createAgent()
    const body = { assistant_id, input: { message: 'Hello' } }
    const events = await toArray(client.runs.createAndStream(body))
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const last = events.at(-1)!
    if (last.type !== 'run.completed') throw new Error(`the last event is ${last.type}`)
    const { run_id } = last
    expect(await client.runs.wait(run_id)).toMatchObject({ output: last.output })
    const stored = await toArray(client.runs.listEvents(run_id, { limit: 2 }))
    expect(stored.map(({ type }) => type)).toEqual(events.map(({ type }) => type))
    expect(await toArray(client.runs.stream(run_id, { after: events.length - 1 }))).toEqual([last])
    expect(await toArray(client.runs.stream(run_id, { after: events.length }))).toEqual([])
    const repeated = await client.runs.rerun(run_id)
    await client.runs.wait(repeated.run_id)
    expect(await client.runs.count({ assistant_id, by: 'status' })).toMatchObject({ total: 2 })
    expect(await toArray(client.runs.list({ assistant_id, limit: 1 }))).toHaveLength(2)
    expect(await client.runs.delete(run_id)).toMatchObject({ deleted: true })
    const operation = await client.runs.changeMany({ action: 'delete', run_ids: [repeated.run_id] })
    await expect
      .poll(async () => (await client.runs.getOperation(operation.operation_id)).status)
      .toBe('completed')
  })

  it('a run that waits for a tool is reserved, released and resumed', async () => {
    const { assistant_id } = await client.assistants.create({
      name: 'Tools',
      config: { tools: [WEATHER] },
    })
    const { run_id, required_action } = await client.runs.create(
      { assistant_id, input: { message: 'The weather in "Paris"?' } },
      { wait: 60 },
    )
    const [call] = required_action!.tool_calls!
    await client.runs.reserve(run_id, { seconds: 60 })
    await client.runs.release(run_id)
    await client.runs.submitToolOutputs(run_id, {
      tool_outputs: [{ tool_call_id: call!.id, output: 'sent' }],
    })
    expect(await client.runs.wait(run_id)).toMatchObject({ status: 'completed' })
    await expect(client.runs.resume(run_id, { input: 'yes' })).rejects.toMatchObject({ status: 409 })
    await expect(client.runs.review(run_id, { decision: 'approve' })).rejects.toThrow(ApiError)
    await expect(client.runs.cancel(run_id)).rejects.toMatchObject({ error: 'resource_conflict' })
  })

  it('datasets are filled by hand, from a file and from a run', async () => {
    const { dataset_id } = await client.datasets.create({ name: 'Orders' })
    await client.datasets.update(dataset_id, { description: 'Questions' })
    const { examples } = await client.datasets.addExamples(dataset_id, {
      examples: [{ input: { message: 'Hello' }, expected_output: { contains: 'Hello' } }],
    })
    const { example_id } = examples[0]!
    await client.datasets.updateExample(dataset_id, example_id, { tags: ['greeting'] })
    expect(await client.datasets.getExample(dataset_id, example_id)).toMatchObject({ tags: ['greeting'] })
    const content = await client.datasets.exportFile(dataset_id, { format: 'jsonl' })
    expect(await client.datasets.importFile(dataset_id, { format: 'jsonl', content })).toMatchObject({
      added: 1,
    })
    const csv = new Blob(['input\nBye\n'])
    await client.datasets.importFile(dataset_id, { format: 'csv', content: csv })
    const { run_id } = await client.runs.create({ assistant_id, input: { message: 'Hi' } }, { wait: 60 })
    await client.datasets.addExampleFromRun(dataset_id, { run_id })
    const { feedback_id } = await client.feedback.create({
      run_id,
      rating: 'negative',
      corrected_output: { response: 'Hello there' },
    })
    await client.datasets.addExampleFromFeedback(dataset_id, { feedback_id })
    expect(await toArray(client.datasets.listExamples(dataset_id, { limit: 2 }))).toHaveLength(5)
    await client.datasets.deleteExample(dataset_id, example_id)
    expect((await toArray(client.datasets.listVersions(dataset_id))).length).toBeGreaterThan(5)
    expect(await client.feedback.get(feedback_id)).toMatchObject({ run_id })
    expect(await toArray(client.feedback.list({ run_id }))).toHaveLength(1)
    expect((await client.datasets.list()).data.map(({ name }) => name)).toContain('Orders')
    await client.datasets.delete(dataset_id)
    await expect(client.datasets.get(dataset_id)).rejects.toMatchObject({ status: 404 })
  })

  it('evaluations are run, streamed, compared, judged and exported', async () => {
    const { dataset_id } = await client.datasets.create({ name: 'Greetings' })
    await client.datasets.addExamples(dataset_id, { examples: [{ input: { message: 'Hello' } }] })
    const create = () =>
      client.evaluations.create({
        name: 'Length',
        type: 'heuristic',
        assistant_id,
        dataset_id,
        criteria: [{ name: 'short', scorer: 'length', config: { max: 1_000 } }],
      })
    const [first, second] = [await create(), await create()]
    for (const { eval_id } of [first, second]) {
      await client.evaluations.run(eval_id)
      const events = await toArray(client.evaluations.stream(eval_id))
      expect(events.at(-1)).toMatchObject({ type: 'end', evaluation: { eval_id, status: 'completed' } })
    }
    const { eval_id } = second
    await client.evaluations.update(eval_id, { name: 'Length 2' })
    expect(await client.evaluations.get(eval_id)).toMatchObject({ name: 'Length 2', summary: { passed: 1 } })
    expect(await toArray(client.evaluations.listResults(eval_id))).toHaveLength(1)
    expect(await toArray(client.evaluations.listExamples(eval_id))).toHaveLength(1)
    expect((await client.evaluations.getDistribution(eval_id)).sides).toMatchObject([{ eval_id }])
    const against = first.eval_id
    expect((await client.evaluations.compare(eval_id, { against })).against).toBe(against)
    expect(await toArray(client.evaluations.listComparedExamples(eval_id, { against }))).toHaveLength(1)
    expect(await client.evaluations.exportResults(eval_id, { format: 'csv' })).toContain('example_id')
    await expect(client.evaluations.cancel(eval_id)).rejects.toMatchObject({ error: 'resource_conflict' })
    await client.evaluations.retry(eval_id)
    expect((await toArray(client.evaluations.stream(eval_id))).at(-1)?.type).toBe('end')
    expect(await client.evaluations.reserveReview(eval_id)).toEqual({ item: null })
    const verdict = await client.evaluations.judge({ criteria: 'helpfulness', input: 'Hi', output: 'Hello' })
    expect(verdict.score).toBeGreaterThanOrEqual(0)
    expect(await toArray(client.evaluations.listCalibrations())).toEqual([])
    expect(await toArray(client.evaluations.list({ dataset_id }))).toHaveLength(2)
    await client.evaluations.delete(eval_id)
  })
})
