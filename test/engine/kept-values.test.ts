/** The next run of a long conversation is executed in the thread that has its messages in memory. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ExecutorThread } from '../../src/engine/threads/executor-thread.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { makeTempFolder } from '../support/heddle-process.js'
import { waitForRun } from '../support/runs.js'

/** So many runs in one thread make the pool start a second one. */
const RUNS_TO_GROW = 5
/** Messages of this many characters are kept. */
const LONG = 70_000
const folder = makeTempFolder()
const held = join(folder, 'held')
const started = join(folder, 'started')

/** The reply is the number of the thread that executes the node. The node waits for the end of a hold if it is told so. */
const SOURCE = `
  import { appendFileSync, existsSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { threadId } from 'node:worker_threads'
  import { AIMessage } from '@langchain/core/messages'
  import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
  export const graph = new StateGraph(MessagesAnnotation)
    .addNode('reply', async ({ messages }) => {
      if (messages.at(-1).content === 'wait') {
        appendFileSync(${JSON.stringify(started)}, threadId + '\\n')
        while (existsSync(${JSON.stringify(held)})) await sleep(5)
      }
      return { messages: [new AIMessage(String(threadId))] }
    })
    .addEdge(START, 'reply')
    .addEdge('reply', END)
    .compile()
`

let app: TestApp
beforeAll(async () => {
  const project = makeProject({ reply: SOURCE })
  app = await startApp({ execute: true, project: project.folder, env: { EXECUTOR_THREADS: '2' } })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(held, { force: true })
})
afterAll(() => app.stop())

const createThread = async (): Promise<string> =>
  ((await app.post('/threads', {})).body as { thread_id: string }).thread_id

const createThreads = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, createThread))

const toRequest = (content: string) => ({
  assistant_id: 'reply',
  input: { messages: [{ role: 'user', content }] },
})

/** Returns the number of the thread that has executed the run. */
const executeTurn = async (threadId: string, content: string): Promise<string> => {
  const { body } = await app.post(`/threads/${threadId}/runs/wait`, toRequest(content))
  return (body as { messages: { content: string }[] }).messages.at(-1)!.content
}

/** Starts a run in each conversation, until the end of the hold. Returns the ids of the runs and the numbers of their executor threads. */
const holdRuns = async (conversations: string[]): Promise<{ runs: string[]; threads: string[] }> => {
  writeFileSync(held, '')
  rmSync(started, { force: true })
  appendFileSync(started, '')
  const runs: string[] = []
  for (const [index, conversation] of conversations.entries()) {
    const { body } = await app.post(`/threads/${conversation}/runs`, toRequest('wait'))
    runs.push((body as { run_id: string }).run_id)
    await expect.poll(listStarted, { timeout: 30_000 }).toHaveLength(index + 1)
  }
  return { runs, threads: listStarted() }
}

const listStarted = (): string[] =>
  existsSync(started) ? readFileSync(started, 'utf8').split('\n').slice(0, -1) : []

const endHold = async (runs: string[]): Promise<void> => {
  rmSync(held)
  for (const run of runs) await waitForRun(app, run)
}

/** Returns the number of the thread that runs go to when both are idle, and that of the other one. */
const startSecondThread = async (): Promise<[string, string]> => {
  const { runs, threads } = await holdRuns(await createThreads(RUNS_TO_GROW))
  const [first = ''] = threads
  const other = await vi.waitUntil(
    async () => {
      const number = await executeTurn(await createThread(), 'which?')
      return number === first ? undefined : number
    },
    { timeout: 30_000, interval: 50 },
  )
  await endHold(runs)
  return [first, other]
}

it(
  'a long conversation stays in the thread that has executed its last run',
  { timeout: 60_000 },
  async () => {
    const [first, second] = await startSecondThread()
    const [long, short] = [await createThread(), await createThread()]
    const { runs } = await holdRuns(await createThreads(1))
    expect(await executeTurn(long, 'x'.repeat(LONG))).toBe(second)
    expect(await executeTurn(short, 'x')).toBe(second)
    await endHold(runs)

    // Both threads are idle, and runs without kept messages go to the first one.
    const expectRun = vi.spyOn(ExecutorThread.prototype, 'expectRun')
    expect(await executeTurn(short, 'x')).toBe(first)
    expect(expectRun).not.toHaveBeenCalled()
    expect(await executeTurn(long, 'x')).toBe(second)
    expect(expectRun).toHaveBeenCalledExactlyOnceWith('default', [expect.stringContaining(long)])
  },
)

it('a long conversation moves to another thread that has much less to do', { timeout: 60_000 }, async () => {
  const conversations = await createThreads(4)
  const threads: string[] = []
  for (const conversation of conversations) threads.push(await executeTurn(conversation, 'x'.repeat(LONG)))
  expect(new Set(threads).size).toBe(1)

  const { runs, threads: executors } = await holdRuns(conversations)
  const [kept] = threads
  expect(executors.map((executor) => executor === kept)).toEqual([true, true, true, false])
  await endHold(runs)
})

it('the messages of a delayed run are not compared ahead', { timeout: 60_000 }, async () => {
  const conversation = await createThread()
  await executeTurn(conversation, 'x'.repeat(LONG))
  const expectRun = vi.spyOn(ExecutorThread.prototype, 'expectRun')
  const request = { ...toRequest('x'), after_seconds: 1 }
  const { body } = await app.post(`/threads/${conversation}/runs`, request)
  await waitForRun(app, (body as { run_id: string }).run_id)
  expect(expectRun).not.toHaveBeenCalled()
  await executeTurn(conversation, 'x')
  expect(expectRun).toHaveBeenCalledOnce()
})
