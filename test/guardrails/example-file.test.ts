import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { GUARDRAIL_TYPES } from '../../src/schema/guardrail.js'
import { startApp } from '../support/app.js'

describe('examples/guardrails', () => {
  it('the example file is valid and contains every guardrail type', async () => {
    const file = join(packageRoot, 'examples/guardrails/guardrails.yaml')
    const app = await startApp({ env: { GUARDRAILS_FILE: file } })
    const { body } = await app.get('/api/v1/governance/guardrails?source=file')
    const types = body.data.map(({ type }: { type: string }) => type)
    expect(types.sort()).toEqual([...GUARDRAIL_TYPES].sort())
    const text = 'Your e-mail is jane@example.com, and all is well.'
    const checked = await app.post('/api/v1/governance/guardrails/check', { text })
    expect(checked.body).toMatchObject({
      action: 'redact',
      text: 'Your e-mail is [REDACTED], and all is well.\n\nThis is not financial advice.',
    })
    await app.stop()
  })
})
