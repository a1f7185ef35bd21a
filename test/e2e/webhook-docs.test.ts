/** Runs the code of docs/webhooks.md against real signatures, and the example receiver against a real service. */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTINGS } from '../../src/config.js'
import { buildSignatureHeader } from '../../src/domain/webhooks/signing.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { WEBHOOK_EVENTS } from '../../src/schema/webhook.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeTempFolder } from '../support/heddle-process.js'
import { executeRun, createAssistant } from '../support/runs.js'
import { BODY, CASES, NOW, OTHER, PLAIN, SECRET, signHeaders } from '../support/webhook-cases.js'

const page = readFileSync(join(packageRoot, 'docs/webhooks.md'), 'utf8')

const findCodeBlock = (language: string): string => {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? []
  if (code === undefined) throw new Error(`the page has no ${language}`)
  return code
}

interface Language {
  command: string[]
  /** The code of the page, and a program that calls it for each line of its input. */
  files: (code: string) => Record<string, string>
}
const LANGUAGES: Record<string, Language> = {
  js: {
    command: [process.execPath, 'main.mjs'],
    files: (code) => ({
      'verify.mjs': code,
      'main.mjs': `
        import { readFileSync } from 'node:fs'
        import { verify } from './verify.mjs'
        for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
          const { secret, headers, body, now } = JSON.parse(line)
          try {
            console.log(verify(secret, headers, Buffer.from(body), now).type === 'run.completed' ? 'genuine' : 'wrong')
          } catch (error) {
            console.log(error.message)
          }
        }
      `,
    }),
  },
  python: {
    command: ['python3', 'main.py'],
    files: (code) => ({
      'verify.py': code,
      'main.py': `
import json, sys
from verify import verify
for line in sys.stdin.buffer:
    got = json.loads(line)
    try:
        said = verify(got["secret"], got["headers"], got["body"].encode(), got["now"])
        print("genuine" if said["type"] == "run.completed" else "wrong")
    except ValueError as error:
        print(error)
`,
    }),
  },
  go: {
    command: ['go', 'run', '.'],
    files: (code) => ({
      'go.mod': 'module example\n\ngo 1.19\n',
      'webhooks/verify.go': code,
      'main.go': `
package main
import ("encoding/json"; "fmt"; "io"; "net/http"; "os"; "time"; "example/webhooks")
func main() {
	for lines := json.NewDecoder(os.Stdin); ; {
		var got struct { Secret, Body string; Headers map[string]string; Now int64 }
		if lines.Decode(&got) == io.EOF { return }
		header := http.Header{}
		for name, value := range got.Headers { header.Set(name, value) }
		if err := webhooks.Verify(got.Secret, header, []byte(got.Body), time.Unix(got.Now, 0)); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println("genuine")
		}
	}
}
`,
    }),
  },
}

const isInstalled = (command: string): boolean =>
  spawnSync(command, [command === 'go' ? 'version' : '--version']).status === 0

for (const [language, { command, files }] of Object.entries(LANGUAGES)) {
  const [program = '', ...args] = command
  describe.skipIf(!isInstalled(program))(`the ${language} code in docs/webhooks.md`, () => {
    let outcomes: string[] = []
    // The first compilation of Go's standard library is slow.
    beforeAll(() => {
      const folder = makeTempFolder()
      for (const [name, text] of Object.entries(files(findCodeBlock(language)))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      const input = CASES.map(([, received]) =>
        JSON.stringify({ secret: SECRET, body: BODY, now: NOW, ...received }),
      ).join('\n')
      const { stdout, stderr } = spawnSync(program, args, {
        cwd: folder,
        input: `${input}\n`,
        encoding: 'utf8',
        env: { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOPROXY: 'off' },
      })
      expect(stderr).toBe('')
      outcomes = stdout.trimEnd().split('\n')
    }, 180_000)

    it.each(CASES.map(([title, , outcome], index) => [title, outcome, index] as const))(
      '%s',
      (_title, outcome, index) => {
        expect(outcomes[index]).toMatch(outcome)
      },
    )
  })
}

describe('docs/webhooks.md', () => {
  it('the calls of the package standardwebhooks in the page verify both kinds of secrets', () => {
    expect(page).toContain('new Webhook(secret).verify(body, headers)')
    expect(page).toContain("new Webhook(Buffer.from(secret), { format: 'raw' })")
    const seconds = Math.floor(Date.now() / 1000)
    expect(new Webhook(SECRET).verify(BODY, signHeaders([SECRET], seconds))).toEqual(JSON.parse(BODY))
    const plain = new Webhook(Buffer.from(PLAIN), { format: 'raw' })
    expect(plain.verify(BODY, signHeaders([PLAIN], seconds))).toEqual(JSON.parse(BODY))
    expect(() => plain.verify(BODY, signHeaders([SECRET], seconds))).toThrow()
  })

  it('the signature of the example in the page is valid', () => {
    const header = (name: string) =>
      new RegExp(`^webhook-${name}: (.+)$`, 'm').exec(findCodeBlock('http'))?.[1] ?? ''
    const [, secret = ''] = /the secret was `(.+?)`/.exec(page) ?? []
    const body = JSON.stringify(JSON.parse(findCodeBlock('json')))
    expect(buildSignatureHeader(header('id'), Number(header('timestamp')), body, [secret])).toBe(
      header('signature'),
    )
  })

  it('the page lists every event and every setting', () => {
    const names = [
      ...WEBHOOK_EVENTS,
      ...SETTINGS.map(([name]) => name).filter((name) => /^WEBHOOK_/.test(name)),
    ]
    for (const name of names) expect(page).toContain(`\`${name}\``)
  })
})

describe('the example receiver', () => {
  const script = join(packageRoot, 'examples/webhook-receiver/receiver.mjs')
  let child: ChildProcessWithoutNullStreams
  let output = ''
  const findPrintedLines = (text: string) => output.split('\n').filter((line) => line.includes(text))
  const eventually = (look: () => unknown) => expect.poll(look, { timeout: 20_000, interval: 20 })

  let app: TestApp
  let url: string
  let webhook: string
  beforeAll(async () => {
    child = spawn(process.execPath, [script], {
      env: { PATH: process.env['PATH'], PORT: '0', WEBHOOK_SECRET: SECRET },
    })
    process.once('exit', () => child.kill())
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await once(child.stdout, 'data')
    url = /http:\S+/.exec(output)![0]
    app = await startApp({ execute: true })
    const { body } = await app.post('/api/v1/webhooks', { url, events: ['run.completed'], secret: SECRET })
    webhook = `/api/v1/webhooks/${body.webhook_id}`
  })
  afterAll(async () => {
    child.kill()
    await app.stop()
  })

  it('the example receiver prints a run once, even if it is delivered twice', async () => {
    const run = await executeRun(app, {
      assistant_id: await createAssistant(app, {}),
      input: { message: 'Hello' },
    })
    await eventually(() => findPrintedLines(run.run_id)).toHaveLength(1)
    expect(findPrintedLines(run.run_id)[0]).toContain(`run.completed ${run.run_id} {"response":`)

    const { body: deliveries } = await app.get(`${webhook}/deliveries`)
    const delivery = `${webhook}/deliveries/${deliveries.data[0].delivery_id}`
    const readResponses = async () =>
      (await app.get(delivery)).body.attempt_log.map(({ response }: { response: string }) => response)
    // The receiver prints before it responds. A redelivery before the response is recorded replaces that attempt.
    await eventually(readResponses).toEqual(['accepted'])
    await app.post(`${delivery}/redeliver`)
    await eventually(readResponses).toEqual(['accepted', 'duplicate'])
    expect(findPrintedLines(run.run_id)).toHaveLength(1)

    const { payload } = (await app.get(delivery)).body
    const documented = JSON.parse(findCodeBlock('json'))
    expect(Object.keys(payload)).toEqual(Object.keys(documented))
    expect(Object.keys(payload.data)).toEqual(Object.keys(documented.data))
  })

  it('the example receiver accepts a test event and rejects invalid signatures', async () => {
    await app.post(`${webhook}/test`)
    await eventually(() => findPrintedLines('webhook.test')).toHaveLength(1)
    const headers = signHeaders([OTHER], Math.floor(Date.now() / 1000))
    expect((await fetch(url, { method: 'POST', headers, body: BODY })).status).toBe(401)
    expect((await fetch(url, { method: 'POST', body: BODY })).status).toBe(401)
    await eventually(() => findPrintedLines('rejected')).toHaveLength(2)
  })

  it('the example receiver reports a missing secret', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { env: {}, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('WEBHOOK_SECRET')
  })
})
