/** The search parameters of the screen Runs for links from other screens. */
import type { Search } from './search.ts'
import { writeRange, type TimeRange } from './time-range.ts'

interface RunsLink {
  status?: string
  assistantId?: string
  errorCode?: string
  range?: TimeRange
}

export const toRunsSearch = ({ status, assistantId, errorCode, range }: RunsLink): Search => ({
  ...(status !== undefined && { status }),
  ...(assistantId !== undefined && { assistant: assistantId }),
  ...(errorCode !== undefined && { error: errorCode }),
  ...(range !== undefined && (range.kind === 'since' ? { since: range.since } : writeRange(range))),
})
