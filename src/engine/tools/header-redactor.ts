import { splitLiterals } from './placeholders.js'

const SECRET_NAME = /auth|cookie|credential|key|password|secret|session|signature|token/i
// These say nothing that needs hiding.
const PUBLIC_NAME = /^(accept|accept-.*|content-type|user-agent)$/i

export interface HeaderRedactor {
  /** From a result only what is a secret by its name: `x-team: sales` must not spoil every "sales" in it. */
  redactResult(text: string): string
  /** From an error the values of all headers. */
  redactError(text: string): string
}

/** Takes the values of headers out of texts: a server may repeat in its answer what it was sent. */
export const makeHeaderRedactor = (headers: Readonly<Record<string, string>>): HeaderRedactor => {
  const names = Object.keys(headers).filter((name) => !PUBLIC_NAME.test(name))
  const makeReplacer = (headerNames: string[]): ((text: string) => string) => {
    const secrets = headerNames
      .flatMap((name) => findSecrets(headers[name] ?? ''))
      .sort((a, b) => b.length - a.length)
    return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  }
  return {
    redactResult: makeReplacer(names.filter((name) => SECRET_NAME.test(name))),
    redactError: makeReplacer(names),
  }
}

/** The whole, and the token of "Bearer token" alone. */
const findSecrets = (value: string): string[] =>
  splitLiterals(value)
    .flatMap((piece) => [piece.trim(), piece.trim().split(' ').at(-1) ?? ''])
    .filter((piece) => piece.length >= 4)
