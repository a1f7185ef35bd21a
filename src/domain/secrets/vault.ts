/** Encrypts values for storage and decrypts them again. It knows what each kind of value is bound to. */
import { AppError } from '../../errors.js'
import { DecryptionError, findKeyId, PLAINTEXT, type KeyRing } from '../../platform/encryption/key-ring.js'

/** Where a value is stored: the kind of row, the tenant, the ID of the row and the field. */
export interface SecretPlace {
  kind: 'webhook' | 'assistant' | 'secret'
  tenant_id: string
  id: string
  field: string
}

const toPlace = ({ kind, tenant_id, id, field }: SecretPlace): string[] => [kind, tenant_id, id, field]

const NO_KEY =
  'Secrets cannot be stored, because this service has no encryption key: set ENCRYPTION_KEY to the same value on every node ' +
  '(generate one with: openssl rand -base64 32)'

export const makeVault = (keyRing: KeyRing) => {
  const { primaryId } = keyRing

  const open = (stored: string, place: SecretPlace): string => {
    try {
      return keyRing.decrypt(stored, toPlace(place))
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      const { kind, id, field } = place
      const name = kind === 'secret' ? `secret ${id}` : `${field} of ${kind} ${id}`
      throw new AppError('unprocessable_entity', `The ${name} cannot be decrypted: ${error.message}`)
    }
  }

  const seal = (value: string, place: SecretPlace): string => {
    if (primaryId === undefined) throw new AppError('unprocessable_entity', NO_KEY)
    return primaryId === PLAINTEXT ? value : keyRing.encrypt(value, toPlace(place))
  }

  return {
    /** Throws `unprocessable_entity` if no key is configured. */
    seal,

    /** Throws `unprocessable_entity` if the key is missing. A value that was stored unencrypted is returned unchanged. */
    open,

    /** Returns the value encrypted with the current key; the same text if it already is. */
    reseal: (stored: string, place: SecretPlace): string =>
      primaryId === undefined || (findKeyId(stored) ?? PLAINTEXT) === primaryId
        ? stored
        : seal(open(stored, place), place),
  }
}

export type Vault = ReturnType<typeof makeVault>
