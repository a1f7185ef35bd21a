/**
 * A model server for OpenAI's chat completions that sends 200 tokens per second. Each token is its send time on the
 * monotonic clock that all processes of a machine share, so a receiver can compute the latency.
 */
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const TOKENS_PER_SECOND = 200
const TOKENS = 400

const frame = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'metronome', ...fields })}\n\n`
const choice = (delta: object, finish_reason: string | null = null): string =>
  frame({ choices: [{ index: 0, delta, finish_reason }] })

const streamTokens = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(choice({ role: 'assistant', content: '' }))
  const started = performance.now()
  for (let token = 1; token <= TOKENS; token++) {
    // Scheduled relative to the start, not to the previous token, so that timer delays do not add up.
    await sleep(started + (token * 1000) / TOKENS_PER_SECOND - performance.now())
    response.write(choice({ content: `${process.hrtime.bigint()} ` }))
  }
  response.write(choice({}, 'stop'))
  const usage = { prompt_tokens: 1, completion_tokens: TOKENS, total_tokens: TOKENS + 1 }
  response.end(`${frame({ choices: [], usage })}data: [DONE]\n\n`)
}

const server = createServer((request, response) => {
  request.resume()
  if (request.url === '/ok') response.end('{"ok":true}')
  else void streamTokens(response)
})
process.once('SIGTERM', () => process.exit(0))
server.listen(Number(process.env['PORT']), '127.0.0.1')
