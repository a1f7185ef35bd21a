import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { assistantRow, T0, webhookRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

const secretRow = (tenant_id: string, name: string, value = 'sealed') => ({
  tenant_id,
  name,
  description: null,
  value,
  created_at: T0,
  updated_at: T0,
})

export const describeSecrets = (stores: Stores): void => {
  describe('secrets', () => {
    it('a secret belongs to its tenant, and its name is unique there', async () => {
      const [first, second] = [newId(), newId()]
      await stores.secrets.insert(secretRow(first, 'A', 'one'))
      await stores.secrets.insert(secretRow(second, 'A', 'two'))
      await expect(stores.secrets.insert(secretRow(first, 'A'))).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.secrets.get({ tenant_id: second, name: 'A' })).resolves.toMatchObject({
        value: 'two',
      })
      await expect(stores.secrets.list(first, { limit: 10 })).resolves.toHaveLength(1)
      await expect(stores.secrets.remove({ tenant_id: first, name: 'A' })).resolves.toBe(true)
      await expect(stores.secrets.remove({ tenant_id: first, name: 'A' })).resolves.toBe(false)
      await expect(stores.secrets.get({ tenant_id: second, name: 'A' })).resolves.toBeDefined()
    })

    it('replacing a value keeps the description and the time of creation', async () => {
      const tenant_id = newId()
      await stores.secrets.insert({ ...secretRow(tenant_id, 'A'), description: 'why' })
      const changed = { ...secretRow(tenant_id, 'A', 'new'), created_at: T0 + 5, updated_at: T0 + 5 }
      await expect(stores.secrets.put(changed)).resolves.toEqual({
        ...changed,
        created_at: T0,
        description: 'why',
      })
    })

    it('a key is not removed if it was used since', async () => {
      await stores.encryptionKeys.recordUse('key-1', T0)
      await stores.encryptionKeys.recordUse('key-1', T0 + 10)
      await expect(stores.encryptionKeys.removeUnused('key-1', T0 + 10)).resolves.toBe(false)
      await expect(stores.encryptionKeys.removeUnused('key-1', T0 + 11)).resolves.toBe(true)
      const ids = (await stores.encryptionKeys.list()).map(({ key_id }) => key_id)
      expect(ids).toContain('plaintext')
      expect(ids).not.toContain('key-1')
    })

    it('all rows with secrets are listed over several pages, and changed only if they are as they were read', async () => {
      const tenant_id = newId()
      const names = Array.from({ length: 250 }, (_, index) => `N${String(index)}`)
      for (const name of names) await stores.secrets.insert(secretRow(tenant_id, name))
      const found: string[] = []
      for await (const row of stores.sealedRows.listSecrets())
        if (row.tenant_id === tenant_id) found.push(row.name)
      expect(found.sort()).toEqual([...names].sort())

      const assistant = assistantRow({ tenant_id })
      const webhook = webhookRow({ tenant_id })
      await stores.assistants.insert(assistant)
      await stores.webhooks.insert(webhook)
      const changed = { ...assistant, config: '{"changed":true}' }
      await stores.sealedRows.replaceAssistant(changed, { ...assistant, config: '{"other":1}' })
      await expect(stores.assistants.get(assistant)).resolves.toMatchObject({ config: assistant.config })
      await stores.sealedRows.replaceAssistant(changed, assistant)
      await stores.sealedRows.replaceVersion(changed, assistant)
      await expect(stores.assistants.get(assistant)).resolves.toMatchObject({
        config: changed.config,
        revision: assistant.revision,
      })
      await expect(stores.assistants.getVersion(assistant, 1)).resolves.toMatchObject({
        config: changed.config,
      })
      await stores.sealedRows.replaceWebhook({ ...webhook, secret: 'new' }, { ...webhook, secret: 'other' })
      await expect(stores.webhooks.get(webhook)).resolves.toMatchObject({ secret: webhook.secret })
      await stores.sealedRows.replaceWebhook({ ...webhook, secret: 'new', old_secret: 'old' }, webhook)
      await expect(stores.webhooks.get(webhook)).resolves.toMatchObject({ secret: 'new', old_secret: 'old' })
    })
  })
}
