/** Finds the keys that encrypt stored secrets, checks them against the database, and composes what uses them. */
import { ConfigError, type Config } from '../config.js'
import { Reencryption } from '../domain/secrets/reencryption.js'
import { makeSecrets } from '../domain/secrets/secrets.js'
import { makeVault } from '../domain/secrets/vault.js'
import type { Clock } from '../platform/clock.js'
import { createKeyFile, isReadableByOthers, readKeyFile } from '../platform/encryption/key-file.js'
import { makeKeyRing, PLAINTEXT, type KeyRing } from '../platform/encryption/key-ring.js'
import type { Logger } from '../platform/log.js'
import { makeEncryptionKeyStore, type EncryptionKeyStore } from '../store/secrets/encryption-keys.js'
import { makeSealedRowStore } from '../store/secrets/sealed-rows.js'
import { makeSecretStore } from '../store/secrets/secrets.js'
import type { Database } from '../store/sql/database.js'
import { getDatabaseFile } from './database.js'

interface Deps {
  config: Config
  db: Database
  clock: Clock
  log: Logger
}

/** The key file is beside the embedded database, so that both are found, moved and backed up together. */
const getKeyFile = (config: Config): string | undefined => {
  const file = getDatabaseFile(config)
  return file === undefined ? undefined : `${file}.key`
}

/** Throws ConfigError if a key is missing that stored secrets need. */
export const wireEncryption = async ({ config, db, clock, log }: Deps) => {
  const encryptionKeys = makeEncryptionKeyStore(db)
  const keyRing = await openKeyRing(config, encryptionKeys, log)
  if (keyRing.primaryId !== undefined) await encryptionKeys.recordUse(keyRing.primaryId, clock.now())
  const vault = makeVault(keyRing)
  return {
    vault,
    namedSecrets: makeSecrets({ secrets: makeSecretStore(db), vault, clock }),
    reencryption: new Reencryption({
      keyRing,
      vault,
      encryptionKeys,
      sealedRows: makeSealedRowStore(db),
      isClustered: db.dialect.supportsMultipleNodes,
      clock,
      log,
    }),
  }
}

const openKeyRing = async (
  config: Config,
  encryptionKeys: EncryptionKeyStore,
  log: Logger,
): Promise<KeyRing> => {
  const usedIds = (await encryptionKeys.list()).map(({ key_id }) => key_id)
  const file = getKeyFile(config)
  const keys = await readKeys(config, (message) => {
    log.warn(message)
  })
  const keyRing = makeKeyRing(keys)
  const missingIds = usedIds.filter((id) => !keyRing.canDecrypt(id))
  if (missingIds.length > 0) throw new ConfigError([describeMissingKeys(missingIds, config)])
  if (keys.length === 0 && file !== undefined) return makeKeyRing([await createKeyFile(file)])
  if (keyRing.primaryId === PLAINTEXT)
    log.warn('ENCRYPTION_KEY starts with "plaintext": new secrets are stored without encryption')
  if (keyRing.primaryId === undefined)
    log.warn(
      'ENCRYPTION_KEY is not set: webhooks, credentials of tools and named secrets cannot be stored; see docs/secrets.md',
    )
  return keyRing
}

/** The key file still decrypts after ENCRYPTION_KEY has been set, until its secrets are encrypted with the new key. */
export const readKeys = async (config: Config, onWarning: (message: string) => void): Promise<string[]> => {
  const file = getKeyFile(config)
  if (file === undefined) return [...config.ENCRYPTION_KEY]
  const fileKey = await readKeyFile(file).catch((error: unknown) => {
    throw new ConfigError([(error as Error).message])
  })
  if (fileKey === undefined) return [...config.ENCRYPTION_KEY]
  if (await isReadableByOthers(file))
    onWarning(`other users of this machine can read the encryption key: run chmod 600 ${file}`)
  return [...config.ENCRYPTION_KEY, fileKey]
}

export const describeMissingKeys = (ids: readonly string[], config: Config): string => {
  const file = getKeyFile(config)
  const fix =
    file === undefined
      ? 'add it to ENCRYPTION_KEY on this node'
      : `restore ${file} from a backup, or add the key to ENCRYPTION_KEY`
  return `stored secrets are encrypted with the key ${ids.join(', ')}, which is missing: ${fix} (see docs/secrets.md)`
}
