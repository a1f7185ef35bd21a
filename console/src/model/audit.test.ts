import { expect, it } from 'vitest'
import { auditVerb, parseAuditSearch } from './audit.ts'

const NOW = Date.parse('2026-11-18T10:00:30Z')

it('the filters of a URL become those of the API, and unknown ones are ignored', () => {
  expect(parseAuditSearch({ actor: ' maria ', resource: 'webhook', action: 'webhook.update' }, NOW)).toEqual({
    actor: 'maria',
    resource: 'webhook',
    action: 'webhook.update',
  })
  expect(parseAuditSearch({ since: '24h', action: 'no.such' }, NOW)).toEqual({
    from: '2026-11-17T10:00:00.000Z',
  })
  expect(parseAuditSearch({ since: 'constructor', action: 'constructor' }, NOW)).toEqual({})
})

it('an action of a later version is shown as it is sent', () => {
  expect(auditVerb({ action: 'webhook.delete' })).toBe('deleted the webhook')
  expect(auditVerb({ action: 'moon.land' })).toBe('moon.land')
})
