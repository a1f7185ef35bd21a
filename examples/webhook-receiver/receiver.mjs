/** Receives what Heddle tells: verifies it, takes each notification once, prints it. Node 20, no dependencies. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { PORT = '8200', WEBHOOK_SECRET: secret } = process.env
const TOLERANCE_SECONDS = 300
const MAX_BODY_BYTES = 32 * 1024 * 1024
/** A receiver that does real work keeps the ids where that work is stored, in the same transaction. */
const REMEMBERED = 10_000

if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of the webhook.')
  process.exit(1)
}

const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
const seen = new Set()

/** Why the notification is not genuine; undefined: it is. */
const problemOf = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!id || !timestamp || !signatures) return 'the headers of a signed notification are missing'
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
  if (!isRecent) return 'the timestamp is too old or in the future'
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${digest}`)
  const fits = signatures.split(' ').some((text) => {
    const given = Buffer.from(text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fits ? undefined : 'no signature fits the body'
}

const readBody = async (request) => {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const takeOnce = (id, body) => {
  if (seen.has(id)) return 'seen before'
  const { type, timestamp, data } = JSON.parse(body)
  console.log(
    `${timestamp} ${type} ${data.run_id ?? ''} ${JSON.stringify(data.output ?? data.error ?? data.message)}`,
  )
  seen.add(id)
  if (seen.size > REMEMBERED) seen.delete(seen.values().next().value)
  return 'taken'
}

const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request)
    const problem = problemOf(request.headers, body)
    if (problem !== undefined) console.log(`refused: ${problem}`)
    // A repetition is answered like the first: Heddle stops when it hears a 2xx.
    const answer = problem ?? takeOnce(request.headers['webhook-id'], body)
    response.writeHead(problem === undefined ? 200 : 401).end(answer)
  } catch (error) {
    console.log(`failed: ${error.message}`)
    response.writeHead(500).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`waiting at http://127.0.0.1:${server.address().port}`)
})
