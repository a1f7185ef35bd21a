/** A webhook receiver: verifies signatures, ignores duplicates and prints events. Needs Node 20 and no packages. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { PORT = '8200', WEBHOOK_SECRET: secret } = process.env
const TOLERANCE_SECONDS = 300
const MAX_BODY_BYTES = 32 * 1024 * 1024
/** A production receiver stores the ids in the same transaction as the work that an event causes. */
const MAX_REMEMBERED_IDS = 10_000

if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of the webhook.')
  process.exit(1)
}

const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
const processedIds = new Set()

/** Returns the reason to reject a notification, or undefined if its signature is valid. */
const findRejectionReason = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!id || !timestamp || !signatures) return 'the signature headers are missing'
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
  if (!isRecent) return 'the timestamp is too old or in the future'
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${digest}`)
  const isValid = signatures.split(' ').some((text) => {
    const signature = Buffer.from(text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  return isValid ? undefined : 'no signature matches the body'
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

const processOnce = (id, body) => {
  if (processedIds.has(id)) return 'duplicate'
  const { type, timestamp, data } = JSON.parse(body)
  console.log(
    `${timestamp} ${type} ${data.run_id ?? ''} ${JSON.stringify(data.output ?? data.error ?? data.message)}`,
  )
  processedIds.add(id)
  if (processedIds.size > MAX_REMEMBERED_IDS) processedIds.delete(processedIds.values().next().value)
  return 'accepted'
}

const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request)
    const rejection = findRejectionReason(request.headers, body)
    if (rejection !== undefined) console.log(`rejected: ${rejection}`)
    // A duplicate gets a 200 too: Heddle retries until it receives a 2xx.
    const reply = rejection ?? processOnce(request.headers['webhook-id'], body)
    response.writeHead(rejection === undefined ? 200 : 401).end(reply)
  } catch (error) {
    console.log(`failed: ${error.message}`)
    response.writeHead(500).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
