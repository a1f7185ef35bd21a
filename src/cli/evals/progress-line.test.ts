import { describe, expect, it } from 'vitest'
import { makeProgressLine } from './progress-line.js'

const at = (done: number, errors = 0) => ({ done, total: 200, percent: done / 2, errors })

const watch = (
  screen: { isTTY?: boolean; columns?: number },
  steps: [ms: number, done: number, errors?: number][],
) => {
  let written = ''
  let now = 0
  const line = makeProgressLine({ ...screen, write: (text) => (written += text) }, () => now)
  for (const [ms, done, errors] of steps) {
    now = ms
    line.show(at(done, errors))
  }
  line.end()
  return written
}

describe('progress', () => {
  it('without a terminal, a line is printed per 10 %', () => {
    expect(
      watch({}, [
        [0, 0],
        [500, 5],
        [1_000, 20],
        [1_100, 22],
        [4_000, 100, 3],
        [8_000, 200, 3],
      ]),
    ).toBe(
      [
        '0 %  0/200',
        '10 %  20/200  20.0/s  9 s left',
        '50 %  100/200  3 errors  25.0/s  4 s left',
        '100 %  200/200  3 errors  25.0/s',
        '',
      ].join('\n'),
    )
  })

  it('on a terminal, one line is redrawn within its width and at a limited rate', () => {
    const written = watch({ isTTY: true, columns: 50 }, [
      [0, 0],
      [50, 4],
      [100_000, 100],
    ])
    const lines = written.split('\r\u001b[K')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toBe(`${'█'.repeat(12)}${'░'.repeat(12)} 50 %  100/200  1.0/s\n`)
  })
})
