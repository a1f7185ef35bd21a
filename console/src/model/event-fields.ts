/** The fields of events of runs, read without trust in their shape. */
import type { RunEvent } from '../api/types.ts'
import { isRecord } from './is-record.ts'

export const timeOf = (event: RunEvent): number =>
  typeof event.at === 'number' ? event.at : Date.parse(event.timestamp)

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

export const RELEASES: Record<string, string> = {
  worker_lost: 'worker lost',
  drained: 'worker stopped',
  executor_crashed: 'executor crashed',
}

export const WAITS: Record<string, string> = {
  human_input: 'Waits for a person',
  submit_tool_outputs: 'Waits for tool outputs',
  review: 'Waits for a review',
}

export const messageOf = (error: unknown): string | undefined =>
  isRecord(error) ? (text(error['message']) ?? text(error['code'])) : text(error)

const count = new Intl.NumberFormat('en-US')

export const tokensNote = (usage: unknown): string | undefined => {
  if (!isRecord(usage)) return undefined
  const input = numberOf(usage['input_tokens'])
  const output = numberOf(usage['output_tokens'])
  return input === undefined || output === undefined
    ? undefined
    : `${count.format(input)} → ${count.format(output)} tokens`
}
