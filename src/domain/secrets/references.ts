/** References to named secrets, such as `Bearer ${secret:GITHUB_TOKEN}`. */
import { isObject, type JsonObject } from '../../schema/common.js'
import { SECRET_NAME } from '../../schema/secret.js'
import { mapRequests, type Definition } from './request-definitions.js'

/** The values of named secrets, by name. */
export type SecretValues = Readonly<Record<string, string>>

const REFERENCE = /\$\{secret:([^}]*)\}/g
const NAME = new RegExp(SECRET_NAME)

export const hasReference = (text: string): boolean => text.includes('${secret:')

/** Replaces the references in a text. A value is never searched for further references. */
export const replaceReferences = (
  text: string,
  secrets: SecretValues,
  encode: (value: string) => string = (value) => value,
): string =>
  hasReference(text)
    ? text.replace(REFERENCE, (reference, name: string) =>
        Object.hasOwn(secrets, name) ? encode(secrets[name] ?? '') : reference,
      )
    : text

/** Replaces the references in all strings of a JSON value. */
export const replaceReferencesIn = (value: unknown, secrets: SecretValues): unknown => {
  if (typeof value === 'string') return replaceReferences(value, secrets)
  if (Array.isArray(value)) return value.map((item) => replaceReferencesIn(item, secrets))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceReferencesIn(item, secrets)]),
  )
}

export interface Reference {
  /** The path of the text that contains the reference. */
  path: string
  name: string
}

export const isSecretName = (name: string): boolean => NAME.test(name)

const findIn = (value: unknown, path: string): Reference[] => {
  if (typeof value === 'string')
    return hasReference(value) ? [...value.matchAll(REFERENCE)].map(([, name = '']) => ({ path, name })) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => findIn(item, `${path}/${key}`))
}

/**
 * Finds the references in the places where they are replaced: the URL, headers, query and body of requests, `config.configurable` and
 * `context`. In prompts they are plain text, because a secret must not be sent to a model.
 */
export const findReferences = (definition: Definition & { context: JsonObject }): Reference[] => {
  const found: Reference[] = [
    ...findIn(definition.config['configurable'], 'config/configurable'),
    ...findIn(definition.context, 'context'),
  ]
  mapRequests(definition, (request, path) => {
    for (const part of ['url', 'headers', 'query', 'body'])
      found.push(...findIn(request[part], `${path}/${part}`))
    return request
  })
  return found
}
