import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadExport } from './load-export.js'

const folder = mkdtempSync(join(tmpdir(), 'heddle-load-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it.each([
  ['a top-level await', 'await new Promise(() => {})\nexport const graph = 1\n'],
  ['an exported promise', 'export const graph = new Promise(() => {})\n'],
])('%s that does not end is an error after the time limit', async (_, code) => {
  writeFileSync(join(folder, 'hangs.mjs'), code)
  await expect(loadExport(folder, './hangs.mjs:graph', 'the graph a', 20)).rejects.toThrow(
    'the graph a cannot be loaded from ./hangs.mjs: ./hangs.mjs was not loaded after 0.02 s; a top-level await, or the exported promise,',
  )
})
