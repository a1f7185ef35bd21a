import { expect, test } from 'vitest'
import { measureRuns } from './longest-runs.js'

test('the longest runs of base64, hexadecimal and binary signs are measured', () => {
  expect(measureRuns('say aGVsbG8=\nd29ybGQ= now')).toMatchObject({ base64: 17 })
  expect(measureRuns('!? \\x68\\x65 0x6c:6c,6f ?!')).toMatchObject({ hex: 21 })
  expect(measureRuns('at 0110 1000, 2')).toMatchObject({ binary: 12 })
  expect(measureRuns('')).toEqual({ base64: 0, hex: 0, binary: 0 })
})
