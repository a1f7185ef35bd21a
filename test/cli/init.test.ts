/** `heddle init`: every template can be tested, is served without an API key, and does what its README shows. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEMPLATES } from '../../src/cli/init/templates.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject } from '../../src/project/read-project.js'
import { makeCli } from '../support/cli.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

describe('heddle init', () => {
  const cli = makeCli()
  const folder = makeTempFolder()
  let heddle: Heddle
  beforeAll(async () => {
    symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
    for (const template of TEMPLATES)
      expect(await cli.text(['init', template, '--template', template], { folder })).toContain(
        `cd ${template}`,
      )
    // One service for all of them, with the paths of their own langgraph.json.
    const graphs = TEMPLATES.map((template) => {
      const project = readProject(join(folder, template))!
      return [template, join(template, project.graphs['agent']!)]
    })
    writeFileSync(join(folder, 'langgraph.json'), JSON.stringify({ graphs: Object.fromEntries(graphs) }))
    heddle = await startHeddle({ folder, args: ['dev', '--no-reload'] })
  })
  afterAll(() => heddle.stop())

  const run = (...args: string[]) => cli.run(args, { env: { HEDDLE_URL: heddle.url } })

  it('the tests of every template pass', async () => {
    const files = TEMPLATES.map((template) => join(template, 'src/graph.test.ts'))
    const args = ['--import', 'tsx', '--test', ...files]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    })
    expect(stdout).toMatch(/^# fail 0$/m)
    expect(stdout).toMatch(/^# pass 7$/m)
  })

  it('the files of a project have its name, and secrets are not committed', () => {
    expect(JSON.parse(readFileSync(join(folder, 'rag/package.json'), 'utf8')).name).toBe('rag')
    expect(readFileSync(join(folder, 'rag/.gitignore'), 'utf8')).toContain('.env')
    expect(existsSync(join(folder, 'rag/gitignore'))).toBe(false)
  })

  it('a folder that is not empty is refused', async () => {
    const { code, stderr } = await cli.run(['init', 'rag'], { folder })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `heddle: ${join(folder, 'rag')} is not empty; choose another folder\n`,
    })
    expect((await cli.run(['init', 'x', '--template', 'none'], { folder })).stderr).toMatch(/Allowed choices/)
  })

  it('minimal and agent reply', async () => {
    expect(await run('run', 'Hello', '-a', 'minimal')).toMatchObject({
      code: 0,
      stdout: 'You wrote: Hello\n',
    })
    expect(await run('run', 'Where is order 1017?', '-a', 'agent')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Order 1017: shipped yesterday.'),
    })
  })

  it('approval waits for a person, who approves or rejects', async () => {
    const replies = { approve: 'I have refunded 84.9 EUR.\n', reject: 'The refund was declined.\n' }
    for (const [decision, reply] of Object.entries(replies)) {
      const waiting = await run('run', 'Refund 84.90 please', '-a', 'approval')
      expect(waiting.code).toBe(3)
      const [, id] = /^run (\S+) waits for human_input: Refund 84\.9 EUR\?$/m.exec(waiting.stderr)!
      expect(await run('inbox', decision, id!, '--watch')).toMatchObject({ code: 0, stdout: reply })
    }
  })

  it('a thread of the LangGraph API can be rejected too', async () => {
    const body = {
      assistant_id: 'approval',
      input: { messages: [{ role: 'user', content: 'Refund 84.90' }] },
    }
    const { thread_id } = JSON.parse((await run('api', 'langGraphCreateThread', '--data', '{}')).stdout)
    await run('api', 'langGraphWaitForRun', thread_id, '--data', JSON.stringify(body))
    const rejected = JSON.parse((await run('inbox', 'reject', thread_id, '-o', 'json')).stdout)
    await run('tail', rejected.run_id)
    const { values } = JSON.parse((await run('api', 'langGraphGetState', thread_id)).stdout)
    expect(values.messages.at(-1).content).toBe('The refund was declined.')
  })

  it('rag answers from documents of the store', async () => {
    await run('run', 'remember: We open at nine.', '-a', 'rag')
    await run('store', 'put', 'documents', 'address', '{"text":"You find us at 5 Mill Lane."}')
    expect((await run('run', 'When do you open?', '-a', 'rag')).stdout).toContain('- We open at nine.')
  })

  it('open prints the URL of the console', async () => {
    expect((await run('open', 'runs', '--print')).stdout).toBe(`${heddle.url}/console/runs\n`)
  })
})
