import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packCheckpoints, unpackCheckpoints, type PackedCheckpoint } from './checkpoint-pack.js'

/** JSON as the saver writes it, and text with line feeds, which no row contains today. */
const text = fc.oneof(fc.json(), fc.string(), fc.constantFrom('', '\n', 'one\ntwo', '[[1]]'))

const checkpoint: fc.Arbitrary<PackedCheckpoint> = fc.record({
  checkpoint_id: fc.uuid(),
  parent_checkpoint_id: fc.option(fc.uuid()),
  checkpoint: text,
  metadata: text,
  created_at: fc.nat(2_000_000_000_000),
  writes: fc.array(
    fc.record({
      task_id: fc.uuid(),
      idx: fc.integer({ min: -4, max: 9 }),
      channel: fc.string(),
      value: text,
    }),
    { maxLength: 3 },
  ),
})

describe('packed checkpoints', () => {
  it('are unpacked to the same checkpoints', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(checkpoint, { minLength: 1, maxLength: 4 }), async (checkpoints) => {
        const chained = checkpoints.map((row, index) =>
          index % 2 === 0 ? row : { ...row, parent_checkpoint_id: checkpoints[index - 1]!.checkpoint_id },
        )
        expect(unpackCheckpoints(await packCheckpoints(chained))).toEqual(chained)
      }),
      { numRuns: 100 },
    )
  })

  it('of versions before migration 28 can be read', () => {
    const packed =
      'AYWSPQ7DIAxG78JMJBtMMCfoJbqk/IwZKoYuPUsv0i0Xq0zSNoqKOvvj4z3wW9cVN5gLp2FkgnUUiSPamADZKv2NgVi0GAPYQwx9cIDWBk9E2qFGENLaQGu+VaWDoNaD6NxGm+yOKNAwJg/r02XyBoydplSKnEfu3fBb+5+kLElbCrir03V5Lo98npX8fq+rj/fpwn3XCw=='
    const [first, second] = ['1f1e35f5-2b8d-6840-ffff-c48c13cd0183', '1f1e35f5-2b94-6d70-8000-e472023aadff']
    const greeting = { task_id: 't', idx: 0, channel: 'text', value: '"Grüße\\n"' }
    const branch = { task_id: 't', idx: 1, channel: 'branch:to:next', value: 'null' }
    expect(unpackCheckpoints(Buffer.from(packed, 'base64'))).toEqual([
      {
        checkpoint_id: first,
        parent_checkpoint_id: '1f1e35f5-0000-6840-8003-c48c13cd0183',
        created_at: 1_795_013_397_444,
        checkpoint: `{"v":4,"id":"${first}"}`,
        metadata: '{"step":0}',
        writes: [greeting, branch],
      },
      {
        checkpoint_id: second,
        parent_checkpoint_id: first,
        created_at: 1_795_013_397_462,
        checkpoint: `{"v":4,"id":"${second}"}`,
        metadata: '{"step":1}',
        writes: [greeting],
      },
    ])
  })
})
