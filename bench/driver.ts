/**
 * Load driver: creates threads as fast as the responses arrive, one request at a time per connection, and prints the
 * rate. It uses raw sockets because they take half the CPU time of autocannon per request; on a machine with two cores the
 * driver competes with the server.
 *
 *   node driver.js <port> <connections> <seconds>
 */
import { connect } from 'node:net'

const [port = 0, connections = 0, seconds = 0] = process.argv.slice(2).map(Number)
// Not counted: connecting, and the time until the code of this program is compiled.
const WARM_UP_MS = 500

const body = JSON.stringify({ metadata: { user_id: 'user-42', session: 'web' } })
const request = Buffer.from(
  [
    'POST /api/v1/threads HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n'),
)

const LENGTH = 'content-length: '
let completed = 0

const open = (): void => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.on('connect', () => socket.write(request))
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = received.indexOf(LENGTH) + LENGTH.length
    if (received.length < head + 4 + Number.parseInt(received.slice(length, length + 10))) return
    if (!received.startsWith('HTTP/1.1 201')) throw new Error(received)
    received = ''
    completed++
    socket.write(request)
  })
  socket.on('close', () => {
    throw new Error('the server closed a connection')
  })
}

for (let index = 0; index < connections; index++) open()
setTimeout(() => {
  const before = completed
  const started = performance.now()
  setTimeout(() => {
    const elapsed = (performance.now() - started) / 1000
    process.stdout.write(JSON.stringify({ perSecond: (completed - before) / elapsed, completed }))
    process.exit()
  }, seconds * 1000)
}, WARM_UP_MS)
