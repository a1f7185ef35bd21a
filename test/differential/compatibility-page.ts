/** The generated parts of docs/langgraph-compatibility.md: who serves which endpoint, and where the answers differ on purpose. */
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { packageRoot } from '../../src/platform/package-root.js'
import type { Deliberate } from './find-difference.js'
import { DELIBERATE } from './deliberate-differences.js'
import { ENDPOINTS, isOfPlatform } from './endpoints.js'
import type { Call } from './record.js'

export const PAGE = join(packageRoot, 'docs/langgraph-compatibility.md')

/** What became of a scenario. */
export interface Outcome {
  name: string
  /** Empty: it was held against the platform's OpenAPI, because the peer does not serve it. */
  peer: Call[]
  ours: Call[]
  deliberate: Deliberate[]
}

export const compatibilityPage = async (page: string, outcomes: readonly Outcome[]): Promise<string> => {
  const filled = fill(fill(page, 'endpoints', endpointTable(outcomes)), 'differences', differenceTable())
  return format(filled, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
}

const fill = (page: string, name: string, content: string): string => {
  const [begin, end] = [
    `<!-- ${name}: generated, npx vitest run test/differential -u -->`,
    `<!-- /${name} -->`,
  ]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the page has no place for ${name}`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

/** The platform has no streams and no sessions of MCP, and says so. */
const REFUSED: Record<string, number> = { 'GET /mcp/': 405, 'DELETE /mcp/': 404 }

export const isServed = ({ endpoint, status }: Call): boolean =>
  (status > 0 && status < 400) || status === REFUSED[endpoint]

const served = (calls: readonly Call[], endpoint: string): boolean =>
  calls.some((call) => call.endpoint === endpoint && isServed(call))

const endpointTable = (outcomes: readonly Outcome[]): string => {
  const rows = ENDPOINTS.map((endpoint) => {
    const by = outcomes.filter(({ ours }) => served(ours, endpoint))
    const compared = by.filter(({ peer }) => peer.some((call) => call.endpoint === endpoint))
    const isOurs = by.length > 0
    const isTheirs = outcomes.some(({ peer }) => served(peer, endpoint))
    return row(
      `\`${endpoint}\``,
      isOfPlatform(endpoint) ? 'yes' : 'SDK only',
      isTheirs ? 'yes' : isOurs ? 'no' : '',
      isOurs ? 'yes' : '',
      isOurs ? howChecked(compared.length, by.length) : 'not yet',
    )
  })
  return [
    summaryOf(outcomes),
    '',
    row('endpoint', 'platform', 'LangGraph.js server', 'Heddle', 'checked by'),
    row('---', '---', '---', '---', '---'),
    ...rows,
  ].join('\n')
}

const summaryOf = (outcomes: readonly Outcome[]): string => {
  const isOurs = (endpoint: string) => outcomes.some(({ ours }) => served(ours, endpoint))
  const counted = (all: readonly string[]) => `${String(all.filter(isOurs).length)} of ${String(all.length)}`
  const more = ENDPOINTS.filter((endpoint) => !isOfPlatform(endpoint))
  return `Served: ${counted(ENDPOINTS.filter(isOfPlatform))} of the platform's OpenAPI, and ${counted(more)} that only the SDK calls.`
}

const howChecked = (compared: number, all: number): string =>
  compared > 0 ? `both servers: ${scenarios(compared)}` : `the platform's OpenAPI: ${scenarios(all)}`

const scenarios = (count: number): string => `${String(count)} scenario${count === 1 ? '' : 's'}`

const differenceTable = (): string =>
  [row('what', 'why'), row('---', '---'), ...DELIBERATE.map(({ what, why }) => row(what, why))].join('\n')
