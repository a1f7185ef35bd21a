/** The search parameters of the screen Runs for links from other screens. */
import type { Search } from './search.ts'
import { writeRange, type TimeRange } from './time-range.ts'

interface RunsLink {
  status?: string
  assistantId?: string
  errorCode?: string
  /** When the runs were created. */
  range?: TimeRange
  /** When the runs ended, in milliseconds since the Unix epoch. Statistics count runs by their end. */
  ended?: { from: number; to: number }
}

export const toRunsSearch = ({ status, assistantId, errorCode, range, ended }: RunsLink): Search => ({
  ...(status !== undefined && { status }),
  ...(assistantId !== undefined && { assistant: assistantId }),
  ...(errorCode !== undefined && { error: errorCode }),
  ...(range !== undefined && (range.kind === 'since' ? { since: range.since } : writeRange(range))),
  ...(ended !== undefined && {
    ended_from: new Date(ended.from).toISOString(),
    ended_to: new Date(ended.to).toISOString(),
  }),
})
