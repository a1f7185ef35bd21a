/** `localhost` has one or two addresses, depending on the machine. All of them are served in the same way. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startHeddle } from '../support/heddle-process.js'
import { sendRawRequest } from '../support/raw-http.js'

const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address)

describe.each(addresses)('at %s', (host) => {
  it('a request that is not HTTP gets an error in the format of the API', async () => {
    const heddle = await startHeddle()
    const { status, body } = await sendRawRequest(heddle.port, 'FOO / HTTP/1.1\r\n\r\n', { host })
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request' })
    await heddle.stop()
  })

  it('a request in progress is finished before the process exits', async () => {
    const heddle = await startHeddle()
    const socket = connect(heddle.port, host).setEncoding('utf8')
    await once(socket, 'connect')
    const head = 'POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    socket.write(`${head}Content-Length: 2\r\n\r\n{`)
    await sleep(100)
    heddle.kill('SIGTERM')
    await sleep(300)
    socket.write('}')
    const [response] = (await once(socket, 'data')) as [string]
    expect(response).toMatch(/^HTTP\/1\.1 201 /)
    expect((await heddle.exited).code).toBe(0)
  })
})
