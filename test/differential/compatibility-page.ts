/** Renders the generated sections of docs/langgraph-compatibility.md: the endpoint table and the deliberate differences. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import { packageRoot } from '../../src/platform/package-root.js'
import type { DeliberateDifference } from './find-difference.js'
import { DELIBERATE_DIFFERENCES } from './deliberate-differences.js'
import { ENDPOINTS, isPlatformEndpoint } from './endpoints.js'
import type { Call } from './record.js'

export const PAGE_PATH = join(packageRoot, 'docs/langgraph-compatibility.md')

/** The result of one scenario. */
export interface ScenarioOutcome {
  name: string
  /** Empty if the peer does not serve the endpoints, so the responses were checked against the platform's OpenAPI. */
  peer: Call[]
  ours: Call[]
  deliberate: DeliberateDifference[]
}

export const renderCompatibilityPage = async (
  page: string,
  outcomes: readonly ScenarioOutcome[],
): Promise<string> => {
  const filled = fillSection(
    fillSection(page, 'endpoints', renderEndpointTable(outcomes)),
    'differences',
    renderDifferenceTable(),
  )
  const options = JSON.parse(readFileSync(join(packageRoot, '.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(PAGE_PATH, filled, options)
  if (errors.length > 0) throw new Error(`the page cannot be formatted: ${JSON.stringify(errors)}`)
  return code
}

const fillSection = (page: string, name: string, content: string): string => {
  const [begin, end] = [
    `<!-- ${name}: generated, npx vitest run test/differential -u -->`,
    `<!-- /${name} -->`,
  ]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the page has no section for ${name}`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}

const toRow = (...cells: string[]): string => `| ${cells.join(' | ')} |`

/** The platform supports neither streams nor sessions of MCP; these are the expected error statuses. */
const EXPECTED_REFUSALS: Record<string, number> = { 'GET /mcp/': 405, 'DELETE /mcp/': 404 }

/** Streams without an end, which no scenario compares; the peer serves them too. */
const SERVED_BY_PEER = new Set([
  'POST /threads/{thread_id}/stream/events',
  'GET /threads/{thread_id}/stream/events',
])

export const isServed = ({ endpoint, status }: Call): boolean =>
  (status > 0 && status < 400) || status === EXPECTED_REFUSALS[endpoint]

const isEndpointServed = (calls: readonly Call[], endpoint: string): boolean =>
  calls.some((call) => call.endpoint === endpoint && isServed(call))

const renderEndpointTable = (outcomes: readonly ScenarioOutcome[]): string => {
  const rows = ENDPOINTS.map((endpoint) => {
    const servingScenarios = outcomes.filter(({ ours }) => isEndpointServed(ours, endpoint))
    const compared = servingScenarios.filter(({ peer }) => peer.some((call) => call.endpoint === endpoint))
    const isServedByHeddle = servingScenarios.length > 0
    const isServedByPeer =
      SERVED_BY_PEER.has(endpoint) || outcomes.some(({ peer }) => isEndpointServed(peer, endpoint))
    return toRow(
      `\`${endpoint}\``,
      isPlatformEndpoint(endpoint) ? 'yes' : 'SDK only',
      isServedByPeer ? 'yes' : isServedByHeddle ? 'no' : '',
      isServedByHeddle ? 'yes' : '',
      isServedByHeddle ? toCheckText(compared.length, servingScenarios.length) : 'not yet',
    )
  })
  return [
    toSummary(outcomes),
    '',
    toRow('endpoint', 'platform', 'LangGraph.js server', 'Heddle', 'checked by'),
    toRow('---', '---', '---', '---', '---'),
    ...rows,
  ].join('\n')
}

const toSummary = (outcomes: readonly ScenarioOutcome[]): string => {
  const isOurs = (endpoint: string) => outcomes.some(({ ours }) => isEndpointServed(ours, endpoint))
  const countServed = (all: readonly string[]) =>
    `${String(all.filter(isOurs).length)} of ${String(all.length)}`
  const sdkOnlyEndpoints = ENDPOINTS.filter((endpoint) => !isPlatformEndpoint(endpoint))
  return `Served: ${countServed(ENDPOINTS.filter(isPlatformEndpoint))} of the platform's OpenAPI, and ${countServed(sdkOnlyEndpoints)} that only the SDK calls.`
}

const toCheckText = (compared: number, all: number): string =>
  compared > 0
    ? `both servers: ${toScenarioCount(compared)}`
    : `the platform's OpenAPI: ${toScenarioCount(all)}`

const toScenarioCount = (count: number): string => `${String(count)} scenario${count === 1 ? '' : 's'}`

const renderDifferenceTable = (): string =>
  [
    toRow('what', 'why'),
    toRow('---', '---'),
    ...DELIBERATE_DIFFERENCES.map(({ what, why }) => toRow(what, why)),
  ].join('\n')
