/**
 * The credentials in the definition of an assistant. They are encrypted one by one, each bound to the assistant, the field and the target
 * of its request: a ciphertext that is copied to a request to another host cannot be decrypted. Responses show a mask instead. A client
 * that sends the mask back keeps the stored value, but only for a request to the same host; otherwise a client that cannot read a
 * credential could have it sent to a host of its own.
 */
import { AppError } from '../../errors.js'
import { isEncrypted } from '../../platform/encryption/key-ring.js'
import type { JsonObject } from '../../schema/common.js'
import { getTarget, mapCredentials, mapRequests, type Definition } from './request-definitions.js'
import type { SecretPlace, Vault } from './vault.js'

/** Shown instead of a stored credential. */
export const MASK = '***'

interface AssistantKey {
  tenant_id: string
  assistant_id: string
}

const toPlace = (
  { tenant_id, assistant_id }: AssistantKey,
  request: JsonObject,
  field: string,
): SecretPlace => ({
  kind: 'assistant',
  tenant_id,
  id: assistant_id,
  field: `${field} for ${getTarget(request)}`,
})

export const maskCredentials = <T extends Definition>(definition: T): T =>
  mapRequests(definition, (request) => mapCredentials(request, () => MASK))

/** Encrypts the credentials of a new definition. A mask is replaced by the credential of `stored` for the same field and host. */
export const sealCredentials = <T extends Definition>(
  vault: Vault,
  key: AssistantKey,
  definition: T,
  stored: Definition | undefined,
): T => {
  const findStored = makeStoredLookup(stored)
  const problems: Record<string, string> = {}
  const sealed = mapRequests(definition, (request, path) =>
    mapCredentials(request, (value, field) => {
      const place = toPlace(key, request, field)
      if (value !== MASK) return vault.seal(value, place)
      const kept = findStored(request, field)
      if (kept !== undefined) return isEncrypted(kept) ? kept : vault.seal(kept, place)
      problems[`${path}/${field}`] =
        `is ${MASK}, and no value is stored for this field and host: send the value, or a reference to a named secret`
      return value
    }),
  )
  const [first] = Object.entries(problems)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
  return sealed
}

/** Returns the stored credential of the same name, field and host, or else the only one of the same field and host. */
const makeStoredLookup = (stored: Definition | undefined) => {
  const valuesByPlace = new Map<string, Set<string>>()
  const add = (place: string, value: string): void => {
    valuesByPlace.set(place, (valuesByPlace.get(place) ?? new Set()).add(value))
  }
  const toPlaces = (request: JsonObject, field: string): string[] => {
    const name = JSON.stringify([request['type'], request['name'], request['id']])
    return [JSON.stringify([name, getTarget(request), field]), JSON.stringify([getTarget(request), field])]
  }
  if (stored !== undefined)
    mapRequests(stored, (request) =>
      mapCredentials(request, (value, field) => {
        for (const place of toPlaces(request, field)) add(place, value)
        return value
      }),
    )
  return (request: JsonObject, field: string): string | undefined => {
    const candidates = toPlaces(request, field).map((place) => [...(valuesByPlace.get(place) ?? [])])
    return candidates.find(({ length }) => length === 1)?.[0]
  }
}

/** Decrypts the credentials. `onCredential` is called with each value and the name of its field, such as `headers/authorization`. */
export const openCredentials = <T extends Definition>(
  vault: Vault,
  key: AssistantKey,
  definition: T,
  onCredential: (value: string, field: string) => void,
): T =>
  mapRequests(definition, (request) =>
    mapCredentials(request, (stored, field) => {
      const value = vault.open(stored, toPlace(key, request, field))
      onCredential(value, field)
      return value
    }),
  )

/** Encrypts the credentials with the current key, if they are not. */
export const resealCredentials = <T extends Definition>(
  vault: Pick<Vault, 'reseal'>,
  key: AssistantKey,
  definition: T,
): T =>
  mapRequests(definition, (request) =>
    mapCredentials(request, (stored, field) => vault.reseal(stored, toPlace(key, request, field))),
  )
