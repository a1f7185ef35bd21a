import { redactTexts } from '../../domain/secrets/redact-texts.js'
import { PUBLIC_HEADER, SECRET_HEADER } from '../../domain/secrets/request-definitions.js'
import { splitLiterals } from './placeholders.js'

export interface HeaderRedactor {
  /** Redacts named secrets and values of headers with a secret name: `x-team: sales` must not redact every "sales" in a result. */
  redactResult(text: string): string
  /** Redacts named secrets and the values of all headers. */
  redactError(text: string): string
}

/** Redacts header values in texts, because a server can repeat request headers in its response. */
export const makeHeaderRedactor = (
  headers: Readonly<Record<string, string>>,
  redactSecrets: (text: string) => string,
): HeaderRedactor => {
  const names = Object.keys(headers).filter((name) => !PUBLIC_HEADER.test(name))
  const makeReplacer = (headerNames: string[]): ((text: string) => string) => {
    const redactHeaders = redactTexts(headerNames.flatMap((name) => findSecretTexts(headers[name] ?? '')))
    return (text) => redactHeaders(redactSecrets(text))
  }
  return {
    redactResult: makeReplacer(names.filter((name) => SECRET_HEADER.test(name))),
    redactError: makeReplacer(names),
  }
}

const SCHEME = /^(basic|bearer|digest|token|apikey)$/i

/** Returns the whole value and, for "Bearer token", the token alone. */
export const findSecretTexts = (value: string): string[] =>
  splitLiterals(value)
    .flatMap((piece) => [piece.trim(), piece.trim().split(' ').at(-1) ?? ''])
    .filter((piece) => piece.length >= 4 && !SCHEME.test(piece))
