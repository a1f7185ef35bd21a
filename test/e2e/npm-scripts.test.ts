/** Stopping the service that `npm start` and `npm run dev` have started: supervisors signal npm, not the service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { makeTempFolder } from '../support/heddle-process.js'

const TIMEOUT_MS = 90_000

const groups: number[] = []
/** Ends what a failing script leaves behind, also after a timeout. */
afterAll(() => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // All processes of the group have ended.
    }
  }
})

/** Starts the script and waits for the banner of the service. */
const startScript = async (script: string) => {
  const child = spawn('npm', ['run', script], {
    cwd: packageRoot,
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: `sqlite:${makeTempFolder()}/heddle.db` },
    // A process group of its own, which includes the shell and the service.
    detached: true,
  })
  groups.push(child.pid!)
  let output = ''
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`npm run ${script} did not start the service:\n${output}`))
    }, TIMEOUT_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, found] = /^ {2}API +http:\/\/\S+:(\d+)\/api\/v1$.*^ {2}Stop /ms.exec(output) ?? []
        if (found === undefined) return
        clearTimeout(timer)
        resolve(Number(found))
      })
  })
  return { child, port, exited }
}

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, 'localhost')
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}

it.each([
  ['start', 'SIGTERM'],
  ['start', 'SIGINT'],
  ['dev', 'SIGTERM'],
] as const)(
  'npm run %s stops the service on %s after it finished its requests',
  async (script, signal) => {
    const { child, port, exited } = await startScript(script)
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    await once(socket, 'connect')
    socket.write(
      'POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    // The response to a later request shows that the server has read the first one.
    await fetch(`http://127.0.0.1:${port}/ok`)
    child.kill(signal)
    socket.write('}')
    const [response] = (await once(socket, 'data')) as [string]
    expect(response).toMatch(/^HTTP\/1\.1 201 /)
    socket.destroy()
    expect(await exited).toEqual([0, null])
    expect(await isListening(port)).toBe(false)
  },
  TIMEOUT_MS + 30_000,
)
