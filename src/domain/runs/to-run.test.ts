import { afterEach, expect, it, vi } from 'vitest'
import { serializeJson } from '../../platform/large-json.js'
import { shareText } from '../../platform/shared-text.js'
import type { SharedRunRow } from '../../store/runs/runs.js'
import { toRun } from './to-run.js'

const LARGE = { text: `é "${'x'.repeat(70_000)}"` }
const row = {
  run_id: 'r',
  status: 'completed',
  metadata: '{}',
  created_at: 1,
  updated_at: 1,
  available_at: 0,
  input: shareText(JSON.stringify(LARGE)),
  output: shareText(JSON.stringify(LARGE)),
  error: null,
  usage: null,
  cost: null,
  required_action: null,
  started_at: null,
  completed_at: null,
  lease_expires_at: null,
  action_expires_at: null,
  reserved_until: null,
} as unknown as SharedRunRow

afterEach(() => {
  vi.restoreAllMocks()
})

it('a large input and a large output become parts of the response without being parsed', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const response = serializeJson(toRun(row))
  expect(parse.mock.calls).toEqual([['{}']])
  parse.mockRestore()
  expect(JSON.parse(response.toString())).toMatchObject({ run_id: 'r', input: LARGE, output: LARGE })
})

it('small ones are parsed', () => {
  expect(toRun({ ...row, input: '{"a":1}', output: null })).toMatchObject({ input: { a: 1 }, output: null })
})
