/** Checks that reading, summarizing and comparing 100,000 results does not block other requests. */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Programs } from './build.js'
import { makeTemporaryFolder, type Defer } from './cleanup.js'
import { getLongestStallMs } from './metrics.js'
import { atMost, printNote, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { startServer, type ServerProcess } from './server-process.js'

const RESULTS = 100_000
/** For this many results the confidence intervals are bootstrapped, which blocks longer than the approximation for more. */
const SMALL_COUNT = 300
const LIMIT = 100
const PAGES = 200
const REQUESTS = 200
const WARM_UP = 20
const SETTLE_MS = 2_000
const TARGET_MS = 50

export const benchLargeEvaluations = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const url = `sqlite:${makeTemporaryFolder(defer)}/large.db`
  // The first start creates the tables.
  await (await startServer(programs.service, { DATABASE_URL: url })).stop()
  const fill = async (results: number): Promise<[first: string, second: string]> => {
    const filled = await promisify(execFile)(process.execPath, [
      programs.fillEvaluations,
      url,
      String(results),
    ])
    return JSON.parse(filled.stdout) as [string, string]
  }
  const [first, second] = await fill(RESULTS)
  const smallEvaluations = await fill(SMALL_COUNT)
  const heddle = await startServer(programs.service, { DATABASE_URL: url })
  defer(heddle.stop)

  const summaries = [await summarize(heddle, first), await summarize(heddle, second)]
  const compared = await compare(heddle, second, first)
  for (const id of smallEvaluations) summaries.push(await summarize(heddle, id))
  const read = await measureTimes(REQUESTS, () => get(heddle, `/evals/${first}`))
  const pages = await readPages(heddle, first)
  const emptyPage = await measureTimes(REQUESTS, () =>
    get(heddle, `/evals/${first}/results?limit=${LIMIT}&status=error`),
  )
  const formatLatency = (times: number[]): string =>
    `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
  printNote(
    `the evaluation with its summary: ${formatLatency(read)}; a page from the middle: ${formatLatency(pages.times)}`,
  )
  printNote(`results without a score (there are none): ${formatLatency(emptyPage)}`)
  printNote(
    `resident ${pages.before.toFixed(0)} MB before ${PAGES} pages, ${pages.after.toFixed(0)} MB after; ` +
      `${summaries[1]!.resident.toFixed(0)} MB after the second summary`,
  )
  const label = `${RESULTS.toLocaleString('en')} results`
  return [
    atMost(`${label}: p99 of the evaluation with its summary`, quantile(read, 0.99), TARGET_MS, ' ms', 1),
    atMost(
      '… p99 of a page of 100 results from the middle',
      quantile(pages.times, 0.99),
      TARGET_MS,
      ' ms',
      1,
    ),
    atMost('… p99 of the page of results without a score', quantile(emptyPage, 0.99), TARGET_MS, ' ms', 1),
    atMost(`… growth of resident memory over ${PAGES} pages`, pages.after - pages.before, 30, ' MB', 0),
    { label: '… from the last result to the summary', measured: `${(summaries[1]!.ms / 1000).toFixed(2)} s` },
    atMost('… longest stall of the main thread', summaries[1]!.stallMs, TARGET_MS, ' ms', 0),
    atMost(`… the same for ${SMALL_COUNT} results`, summaries[3]!.stallMs, TARGET_MS, ' ms', 0),
    {
      label: '… comparison with an evaluation of the same size',
      measured: `${(compared.ms / 1000).toFixed(2)} s`,
    },
    atMost('… longest stall of the main thread', compared.stallMs, TARGET_MS, ' ms', 0),
  ]
}

interface ResponseBody {
  status: string
  data: unknown[]
  next_cursor: string | null
  comparison: { shared_examples: number }
}

const call = async ({ port }: ServerProcess, path: string, method = 'GET'): Promise<ResponseBody> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method })
  if (response.status !== 200) throw new Error(`${path} returned ${await response.text()}`)
  return (await response.json()) as ResponseBody
}
const get = call

const measureTimes = async (requests: number, run: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  for (let request = 0; request < WARM_UP + requests; request++) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  return times.slice(WARM_UP)
}

/** The metric is the longest stall since the previous scrape, so it is scraped before and after. */
const measureStall = async (
  heddle: ServerProcess,
  run: () => Promise<unknown>,
): Promise<{ ms: number; stallMs: number; resident: number }> => {
  await getLongestStallMs(heddle)
  const started = performance.now()
  await run()
  const ms = performance.now() - started
  return { ms, stallMs: await getLongestStallMs(heddle), resident: heddle.residentMb() }
}

const summarize = (heddle: ServerProcess, id: string) =>
  measureStall(heddle, async () => {
    await call(heddle, `/evals/${id}/run`, 'POST')
    for (;;) {
      const { status } = await get(heddle, `/evals/${id}`)
      if (status === 'completed') return
      if (status !== 'running') throw new Error(`the evaluation is ${status}`)
      await sleep(10)
    }
  })

const compare = (heddle: ServerProcess, id: string, against: string) =>
  measureStall(heddle, async () => {
    const { comparison } = await get(heddle, `/evals/${id}/comparison?against=${against}`)
    if (comparison.shared_examples !== RESULTS) throw new Error('not all examples were compared')
  })

const readPages = async (heddle: ServerProcess, id: string) => {
  let cursor: string | null = null
  const page = async (from: string | null): Promise<ResponseBody> => {
    const after = from === null ? '' : `&cursor=${from}`
    const read = await get(heddle, `/evals/${id}/results?limit=${LIMIT}${after}`)
    if (read.data.length !== LIMIT)
      throw new Error(`a page has ${read.data.length} results instead of ${LIMIT}`)
    return read
  }
  const walk = async (pages: number): Promise<void> => {
    for (let at = 0; at < pages; at++) cursor = (await page(cursor)).next_cursor
  }
  await walk(RESULTS / LIMIT / 2 - PAGES)
  await sleep(SETTLE_MS)
  const before = heddle.residentMb()
  await walk(PAGES)
  await sleep(SETTLE_MS)
  const after = heddle.residentMb()
  return { before, after, times: await measureTimes(REQUESTS, () => page(cursor)) }
}
