import { literalsOf } from './placeholders.js'

const SENSITIVE = /auth|cookie|credential|key|password|secret|session|signature|token/i
// These say nothing that needs hiding.
const PLAIN = /^(accept|accept-.*|content-type|user-agent)$/i

export interface Redact {
  /** From a result only what is a secret by its name: `x-team: sales` must not spoil every "sales" in it. */
  result(text: string): string
  /** From an error the values of all headers. */
  error(text: string): string
}

/** Takes the values of headers out of texts: a server may repeat in its answer what it was sent. */
export const makeRedact = (headers: Readonly<Record<string, string>>): Redact => {
  const names = Object.keys(headers).filter((name) => !PLAIN.test(name))
  const without = (chosen: string[]): ((text: string) => string) => {
    const secrets = chosen
      .flatMap((name) => secretsIn(headers[name] ?? ''))
      .sort((a, b) => b.length - a.length)
    return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  }
  return { result: without(names.filter((name) => SENSITIVE.test(name))), error: without(names) }
}

/** The whole, and the token of "Bearer token" alone. */
const secretsIn = (value: string): string[] =>
  literalsOf(value)
    .flatMap((piece) => [piece.trim(), piece.trim().split(' ').at(-1) ?? ''])
    .filter((piece) => piece.length >= 4)
