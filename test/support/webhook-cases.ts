/** Requests with valid and invalid signatures, for the code that receivers use. */
import { buildSignatureHeader, generateSecret } from '../../src/domain/webhooks/signing.js'

export const NOW = 1_800_000_000
const ID = '01a1de4e-ec29-700d-8df2-a1260e35eef4'
export const BODY = '{"type":"run.completed","data":{"text":"größer ✓"}}'
export const SECRET = generateSecret()
export const OTHER = generateSecret()
export const PLAIN = 'möglichst lang, und nicht base64!'

export const signHeaders = (secrets: string[], seconds = NOW, body = BODY) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(seconds),
  'webhook-signature': buildSignatureHeader(ID, seconds, body, secrets),
})

interface ReceivedRequest {
  headers: Record<string, string>
  secret?: string
  body?: string
}
/** A title, what is received, and what a verifier says about it: `genuine`, or the reason of the refusal. */
export const CASES: [string, ReceivedRequest, RegExp][] = [
  ['accepts a valid signature', { headers: signHeaders([SECRET]) }, /^genuine$/],
  ['accepts a secret without whsec_', { headers: signHeaders([PLAIN]), secret: PLAIN }, /^genuine$/],
  ['accepts the second of two signatures', { headers: signHeaders([OTHER, SECRET]) }, /^genuine$/],
  ['accepts a request that is five minutes old', { headers: signHeaders([SECRET], NOW - 300) }, /^genuine$/],
  ['rejects an older request', { headers: signHeaders([SECRET], NOW - 301) }, /too old/],
  ['rejects a request from the future', { headers: signHeaders([SECRET], NOW + 301) }, /future/],
  ['rejects a changed body', { headers: signHeaders([SECRET]), body: `${BODY} ` }, /no signature fits/],
  ['rejects another secret', { headers: signHeaders([OTHER]) }, /no signature fits/],
  ['rejects another id', { headers: { ...signHeaders([SECRET]), 'webhook-id': 'x' } }, /no signature fits/],
  [
    'rejects another timestamp',
    { headers: { ...signHeaders([SECRET]), 'webhook-timestamp': String(NOW + 1) } },
    /no signature fits/,
  ],
  [
    'rejects a signature of another version',
    {
      headers: {
        ...signHeaders([SECRET]),
        'webhook-signature': buildSignatureHeader(ID, NOW, BODY, [SECRET]).slice(3),
      },
    },
    /no signature fits/,
  ],
  ['rejects a request without a signature', { headers: { 'webhook-id': ID } }, /not signed/],
  [
    'rejects an invalid timestamp',
    { headers: { ...signHeaders([SECRET]), 'webhook-timestamp': 'soon' } },
    /^(?!genuine)/,
  ],
]
