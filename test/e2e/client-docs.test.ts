/** Installs the client as docs/client.md says, checks the types of its samples, and runs them against a real server. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { makeSignedWebhook } from '../support/client-scenario.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { hasPython, runPython } from '../support/python.js'

const run = promisify(execFile)
const page = readFileSync(join(packageRoot, 'docs/client.md'), 'utf8')

/** The code of a language by the heading above it. */
const findSamples = (language: string): [heading: string, code: string][] =>
  [
    ...page.matchAll(new RegExp(`^### ([^\\n]+)\\n(?:(?!^#).)*?^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')),
  ].map(([, heading = '', code = '']) => [heading, code])

const SAMPLES = Object.fromEntries(findSamples('ts'))

/** What a sample prints. The receiver of webhooks runs until it is killed, so it has a test of its own. */
const OUTPUTS: Record<string, RegExp> = {
  'First run': /^completed \{ ?\s*response: /,
  Streams: /^17 \* 23 = 391$/,
  Lists: /^([0-9a-f-]{36}\n)+\d+ (true|false) /,
  Errors: /^400 validation_error \{ limit: .* \} undefined [\w-]+\n$/,
  'Retries, time limits, abort': /^[0-9a-f-]{36}\n$/,
  'Guardrail metrics': /^0 \{\} 0\nnull 0\n$/,
}

const PYTHON_SAMPLES = Object.fromEntries(findSamples('python'))

const PYTHON_OUTPUTS: Record<string, RegExp> = {
  'First run in Python': /^completed \w/,
  'Streams and lists in Python': /^17 \* 23 = 391\nassistant\nuser\n\d+ (True|False)\n$/,
  'Errors in Python': /^400 validation_error \{'limit': .*\} None [\w-]+\n$/,
  'Webhooks and guardrail metrics in Python': /^0 \{\} 0\nNone 0\n401\nrun\.completed\n204\n$/,
}

/** Calls the receiver of the sample without headers, and with those of a real signature. */
const CALL_RECEIVER = `
import json, sys
secret, headers, body = json.load(sys.stdin)
print(receive(secret, {}, body.encode()))
print(receive(secret, headers, body.encode()))
`

let heddle: Heddle
const folder = makeTempFolder()
beforeAll(async () => {
  heddle = await startHeddle()
  symlinkSync(join(packageRoot, 'clients'), join(folder, 'clients'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const [, install = ''] = findSamples('sh').find(([heading]) => heading === 'Install') ?? []
  await run('sh', ['-ec', install], { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } })
})
afterAll(() => heddle.stop())

/** Writes the sample as JavaScript, with the address of the server. */
const writeSample = async (name: string, code: string): Promise<string> => {
  const script = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`)
  const javascript = await transform(code.replaceAll('http://localhost:8123', heddle.url), { loader: 'ts' })
  writeFileSync(script, javascript.code)
  return script
}

describe('docs/client.md', () => {
  it('every sample is run', () => {
    expect(Object.keys(SAMPLES)).toEqual(expect.arrayContaining(Object.keys(OUTPUTS)))
    expect(Object.keys(SAMPLES)).toHaveLength(Object.keys(OUTPUTS).length + 1)
    expect(page.match(/^```ts$/gm)).toHaveLength(Object.keys(SAMPLES).length)
    expect(Object.keys(PYTHON_SAMPLES)).toEqual(Object.keys(PYTHON_OUTPUTS))
    expect(page.match(/^```python$/gm)).toHaveLength(Object.keys(PYTHON_SAMPLES).length)
  })

  it('the samples have correct types in a strict project', async () => {
    for (const [name, code] of Object.entries(SAMPLES)) {
      writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.ts`), code)
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      // Without the types of browsers, as in most projects for Node.js.
      lib: ['es2022'],
      module: 'nodenext',
      types: ['node'],
      typeRoots: [join(packageRoot, 'node_modules/@types')],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = join(packageRoot, 'node_modules/typescript-native/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    )
    expect(stdout).toBe('')
  })

  it.each(Object.entries(OUTPUTS))('the sample "%s" prints what it should', async (name, output) => {
    const { stdout } = await run(process.execPath, [await writeSample(name, SAMPLES[name]!)])
    expect(stdout).toMatch(output)
  })

  it('the sample "Webhooks" accepts a notification and rejects a request that is not signed', async () => {
    const secret = 'a secret that is long enough'
    const script = await writeSample(
      'Webhooks',
      SAMPLES['Webhooks']!.replace(
        'server.listen(',
        'server.on("listening", () => console.log(server.address().port)); server.listen(',
      ),
    )
    const receiver = spawn(process.execPath, [script], { env: { PORT: '0', WEBHOOK_SECRET: secret } })
    let output = ''
    receiver.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    await expect.poll(() => output).toMatch(/^\d+\n/)
    const url = `http://127.0.0.1:${output.trim()}`
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    const headers = { 'content-type': 'application/json' }
    const register = JSON.stringify({ url, events: ['run.completed'], secret })
    await fetch(`${heddle.url}/api/v1/webhooks`, { method: 'POST', headers, body: register })
    const body = JSON.stringify({ assistant_id: builtInAssistantId('agent'), input: { message: 'Hello' } })
    await fetch(`${heddle.url}/api/v1/runs?wait=60`, { method: 'POST', headers, body })
    await expect.poll(() => output).toMatch(/^run\.completed [0-9a-f-]{36}$/m)
    receiver.kill()
    await once(receiver, 'exit')
  })

  it.skipIf(!hasPython).each(Object.entries(PYTHON_OUTPUTS))(
    'the sample "%s" prints what it should',
    async (name, output) => {
      const code = PYTHON_SAMPLES[name]!.replaceAll('http://localhost:8123', heddle.url)
      const { secret, headers, body } = makeSignedWebhook()
      const { stdout, stderr } = await runPython(
        ['-c', code.includes('def receive') ? code + CALL_RECEIVER : code],
        { input: JSON.stringify([secret, headers, body]) },
      )
      expect(stderr).toBe('')
      expect(stdout).toMatch(output)
    },
  )
})
