import { splitLiterals } from './placeholders.js'

const SECRET_NAME = /auth|cookie|credential|key|password|secret|session|signature|token/i
// The values of these headers are not secret.
const PUBLIC_NAME = /^(accept|accept-.*|content-type|user-agent)$/i

export interface HeaderRedactor {
  /** Redacts values of headers with a secret name: `x-team: sales` must not redact every "sales" in a result. */
  redactResult(text: string): string
  /** Redacts the values of all headers. */
  redactError(text: string): string
}

/** Redacts header values in texts, because a server can repeat request headers in its response. */
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

/** Returns the whole value and, for "Bearer token", the token alone. */
const findSecrets = (value: string): string[] =>
  splitLiterals(value)
    .flatMap((piece) => [piece.trim(), piece.trim().split(' ').at(-1) ?? ''])
    .filter((piece) => piece.length >= 4)
