/**
 * A model server for OpenAI's chat completions. By default it sends 400 tokens, 200 per second; the name of a
 * model, as in `metronome-250-25`, can ask for other numbers. Each token is its send time on the monotonic clock that all
 * processes of a machine share, so a receiver can compute the latency.
 */
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const TOKENS_PER_SECOND = 200
const TOKENS = 400
const PACE = /"model":"metronome-(\d+)-(\d+)"/

const frame = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'metronome', ...fields })}\n\n`
const choice = (delta: object, finish_reason: string | null = null): string =>
  frame({ choices: [{ index: 0, delta, finish_reason }] })

const streamTokens = async (response: ServerResponse, tokens: number, perSecond: number): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(choice({ role: 'assistant', content: '' }))
  // Streams that start together must not send their tokens at the same moments.
  const started = performance.now() - (Math.random() * 1000) / perSecond
  for (let token = 1; token <= tokens && !response.destroyed; token++) {
    // Scheduled relative to the start, not to the previous token, so that timer delays do not add up.
    await sleep(started + (token * 1000) / perSecond - performance.now())
    response.write(choice({ content: `${process.hrtime.bigint()} ` }))
  }
  response.write(choice({}, 'stop'))
  const usage = { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 }
  response.end(`${frame({ choices: [], usage })}data: [DONE]\n\n`)
}

const server = createServer((request, response) => {
  if (request.url === '/ok') {
    response.end('{"ok":true}')
    return
  }
  void text(request).then((body) => {
    const [, tokens = TOKENS, perSecond = TOKENS_PER_SECOND] = PACE.exec(body) ?? []
    return streamTokens(response, Number(tokens), Number(perSecond))
  })
})
process.once('SIGTERM', () => process.exit(0))
server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4_096 })
