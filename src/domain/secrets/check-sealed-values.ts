/** Decrypts every stored secret, to find out before a service needs them whether its keys fit. */
import { AppError } from '../../errors.js'
import { findKeyId, type KeyRing } from '../../platform/encryption/key-ring.js'
import type { EncryptionKeyStore } from '../../store/secrets/encryption-keys.js'
import type { SealedRowStore } from '../../store/secrets/sealed-rows.js'
import { resealAssistant, resealSecret, resealWebhook, type Resealer } from './reseal-rows.js'
import { makeVault, type SecretPlace } from './vault.js'

interface Deps {
  keyRing: KeyRing
  encryptionKeys: EncryptionKeyStore
  sealedRows: SealedRowStore
}

export interface SealedValuesReport {
  decrypted: number
  /** The IDs of the keys that stored secrets need and that are missing. */
  missingKeys: string[]
  /** The database lists these keys, but no secret needs them. A service does not start without them. */
  unusedMissingKeys: string[]
  /** Secrets that do not match their key or their place. */
  failures: string[]
}

export const checkSealedValues = async ({
  keyRing,
  encryptionKeys,
  sealedRows,
}: Deps): Promise<SealedValuesReport> => {
  const vault = makeVault(keyRing)
  const missingKeys = new Set<string>()
  const failures: string[] = []
  let decrypted = 0
  const checkValue = (stored: string, place: SecretPlace): string => {
    const keyId = findKeyId(stored)
    if (keyId === undefined) return stored
    if (!keyRing.canDecrypt(keyId)) missingKeys.add(keyId)
    else if (canOpen(() => vault.open(stored, place), failures)) decrypted++
    return stored
  }
  const checker: Resealer = { reseal: checkValue }
  for await (const row of sealedRows.listWebhooks()) resealWebhook(checker, row)
  for await (const row of sealedRows.listAssistants()) resealAssistant(checker, row)
  for await (const row of sealedRows.listVersions()) resealAssistant(checker, row)
  for await (const row of sealedRows.listSecrets()) resealSecret(checker, row)
  const unusedMissingKeys = (await encryptionKeys.list())
    .map(({ key_id }) => key_id)
    .filter((id) => !keyRing.canDecrypt(id) && !missingKeys.has(id))
  return { decrypted, missingKeys: [...missingKeys], unusedMissingKeys, failures }
}

const canOpen = (open: () => string, failures: string[]): boolean => {
  try {
    open()
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    failures.push(error.message)
    return false
  }
}
