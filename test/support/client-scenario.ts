/** A scenario that the bundle of the client runs in different runtimes. */
import { build, type Format } from 'esbuild'
import type * as Heddle from '../../clients/typescript/src/index.js'
import { BUNDLE } from '../../clients/typescript/scripts/build.mjs'
import { generateSecret, buildSignatureHeader } from '../../src/domain/webhooks/signing.js'

type ClientModule = typeof Heddle

/** The text of the bundle. An `iife` assigns the module to the global `heddle`. */
export const bundleClient = async (format: Format): Promise<string> => {
  const { outputFiles } = await build({ ...BUNDLE, format, globalName: 'heddle', write: false })
  return outputFiles[0]!.text
}

export const makeSignedWebhook = () => {
  const secret = generateSecret()
  const body = '{"type":"run.completed","data":{"text":"größer ✓"}}'
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': 'w1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': buildSignatureHeader('w1', seconds, body, [secret]),
  }
  return { secret, body, headers }
}

interface Scenario {
  url: string
  webhook: ReturnType<typeof makeSignedWebhook>
}

/** Refers to nothing outside of its parameters, because a browser gets its source. */
export const runScenario = async (heddle: ClientModule, { url, webhook }: Scenario) => {
  const client = heddle.createClient({ url })
  const { thread_id } = await client.threads.create()
  const types: string[] = []
  for await (const event of client.runs.createAndStream({
    thread_id,
    input: { message: 'What is 17 * 23?' },
  }))
    types.push(event.type)
  const roles: string[] = []
  for await (const { role } of client.threads.listMessages(thread_id, { limit: 1 })) roles.push(role)
  const error: unknown = await client.threads.list({ limit: 0 }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const { type } = await heddle.verifyWebhook(webhook)
  return {
    lastEvent: types.at(-1),
    hasTokens: types.includes('llm.token'),
    roles,
    code: error instanceof heddle.ApiError ? error.error : String(error),
    hasRequestId: error instanceof heddle.ApiError && error.request_id !== undefined,
    webhook: type,
  }
}

export const EXPECTED = {
  lastEvent: 'run.completed',
  hasTokens: true,
  roles: ['assistant', 'user'],
  code: 'validation_error',
  hasRequestId: true,
  webhook: 'run.completed',
}
