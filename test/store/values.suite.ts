import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { assistantRow, messageRow, T0, threadRow } from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import type { Stores } from '../support/stores.js'

export const describeValues = (stores: Stores): void => {
  describe('stored values', () => {
    it('a stored value is a number, a string or null in JavaScript, never a string of digits or a parsed object', async () => {
      const row = assistantRow({
        metadata: '{"team":"blue"}',
        description: null,
        created_at: Number.MAX_SAFE_INTEGER,
      })
      await stores.assistants.insert(row)
      const found = await stores.assistants.get(row)
      expect(found).toEqual({ ...row, metadata: expect.any(String) as string })
      expect(JSON.parse(found?.metadata ?? '')).toEqual({ team: 'blue' })
    })

    it('counts and fractions are returned as numbers', async () => {
      const tenant_id = newId()
      await stores.threads.insert(threadRow({ tenant_id }))
      const count = rawStatement(
        `select count(*) as n, max(created_at) as t from threads where tenant_id = '${tenant_id}'`,
      )
      await expect(stores.db.read(count)).resolves.toEqual([{ n: 1, t: T0 }])
      await expect(
        stores.rateBuckets.take({ tenant_id, bucket: 'b', capacity: 2.5, per_ms: 0, now: T0 }),
      ).resolves.toBe(1.5)
    })

    it('JSON payloads keep every character and the order of their keys', async () => {
      const config =
        '{"z":1,"a":{"10":"ten","9":"nine"},"empty":"","quote":"\\"\'`$1 ?","nul":"\\u0000",' +
        '"lone":"\\ud800","number":1e21,"small":0.1,"big":12345678901234567890,"slash":"\\\\"}'
      const row = assistantRow({ config, context: config, graph_schema: config })
      await stores.assistants.insert(row)
      await expect(stores.assistants.get(row)).resolves.toMatchObject({
        config,
        context: config,
        graph_schema: config,
      })
      await expect(stores.assistants.getVersion(row, 1)).resolves.toMatchObject({ config, context: config })
    })

    it.each([
      ['emoji', '👩‍👩‍👧 🇪🇺 e\u0301'],
      ['right-to-left text', 'שלום \u202Eעולם\u202C مرحبا'],
      ['quotes and control characters', `'; drop table threads; -- "\\ \t\r\n\u0001\u007F\uFEFF\uFFFF`],
      ['nothing but spaces', '  \u3000 '],
      ['no characters', ''],
    ])('text with %s is returned unchanged', async (_, title) => {
      const thread = threadRow({ title, metadata: JSON.stringify({ [title]: title }) })
      await stores.threads.insert(thread)
      const message = messageRow({ thread_id: thread.thread_id, content: JSON.stringify(title) })
      await stores.messages.insert(message)

      const found = await stores.threads.get(thread)
      expect(found?.title).toBe(title)
      expect(JSON.parse(found?.metadata ?? '')).toEqual({ [title]: title })
      const [listed] = await stores.messages.list(thread, { limit: 1 })
      expect(listed?.content).toBe(JSON.stringify(title))
    })

    it('a payload of one megabyte is returned unchanged', async () => {
      const thread = threadRow()
      await stores.threads.insert(thread)
      const content = JSON.stringify('ä€😀\u0000'.repeat(100_000))
      expect(Buffer.byteLength(content)).toBeGreaterThan(1_000_000)
      await stores.messages.insert(messageRow({ thread_id: thread.thread_id, content }))
      const [listed] = await stores.messages.list(thread, { limit: 1 })
      // Not toBe: its error message would be two megabytes long.
      expect(listed?.content === content).toBe(true)
    })
  })
}
