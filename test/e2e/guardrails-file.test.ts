/** GUARDRAILS_FILE in a real process: SIGHUP reloads it, and the service does not start with an invalid file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { callServer } from '../support/call-server.js'
import { makeTempFolder, runHeddle, startHeddle } from '../support/heddle-process.js'

const fileOf = (...names: string[]): string =>
  JSON.stringify({ guardrails: names.map((name) => ({ name, type: 'prompt_injection' })) })

describe('GUARDRAILS_FILE', () => {
  it('SIGHUP reloads the file, and an invalid file changes nothing', async () => {
    const folder = makeTempFolder()
    const file = join(folder, 'guardrails.yaml')
    writeFileSync(file, fileOf('first'))
    const heddle = await startHeddle({ folder, env: { GUARDRAILS_FILE: file } })
    const names = async () => {
      const { body } = await callServer(heddle, 'GET', '/api/v1/governance/guardrails?source=file')
      return (body as { data: { name: string }[] }).data.map(({ name }) => name)
    }
    expect(await names()).toEqual(['first'])
    writeFileSync(file, 'guardrails: [')
    heddle.kill('SIGHUP')
    await vi.waitFor(() => expect(heddle.output()).toContain('cannot reload guardrails'), 5_000)
    expect(await names()).toEqual(['first'])
    writeFileSync(file, fileOf('second', 'third'))
    heddle.kill('SIGHUP')
    await vi.waitFor(async () => expect(await names()).toEqual(['second', 'third']), 5_000)
    await heddle.stop()
  })

  it('the service exits with the guardrail and field of an invalid file', async () => {
    const folder = makeTempFolder()
    const file = join(folder, 'guardrails.yaml')
    writeFileSync(file, 'guardrails: [{ name: pii, type: output_filter, config: { action: hide } }]')
    const { code, stderr } = await runHeddle([], { folder, env: { GUARDRAILS_FILE: file } })
    expect(code).toBe(2)
    expect(stderr).toContain('guardrails/pii/action must be one of redact, block, warn')
  })
})
