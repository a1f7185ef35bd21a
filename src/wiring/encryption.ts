/** Finds the keys that encrypt stored secrets, checks them against the database, and composes what uses them. */
import { resolve } from 'node:path'
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

interface Deps {
  config: Config
  db: Database
  clock: Clock
  log: Logger
}

/** The key file is beside the embedded database, so that both are found, moved and backed up together. */
const getKeyFile = ({ DATABASE_URL }: Config): string | undefined => {
  const [, file] = /^sqlite:(.*)$/.exec(DATABASE_URL) ?? []
  return file === undefined ? undefined : `${resolve(file)}.key`
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
  const fileKey = file === undefined ? undefined : await readKey(file, log)
  // The key file still decrypts after ENCRYPTION_KEY has been set, until its secrets are encrypted with the new key.
  const keys = [...config.ENCRYPTION_KEY, ...(fileKey === undefined ? [] : [fileKey])]
  const keyRing = makeKeyRing(keys)
  const missingIds = usedIds.filter((id) => !keyRing.canDecrypt(id))
  if (missingIds.length > 0) throw new ConfigError([describeMissingKeys(missingIds, file)])
  if (keys.length === 0 && file !== undefined) return makeKeyRing([await createKeyFile(file)])
  if (keyRing.primaryId === PLAINTEXT)
    log.warn('ENCRYPTION_KEY starts with "plaintext": new secrets are stored without encryption')
  if (keyRing.primaryId === undefined)
    log.warn(
      'ENCRYPTION_KEY is not set: webhooks, credentials of tools and named secrets cannot be stored; see docs/secrets.md',
    )
  return keyRing
}

const readKey = async (file: string, log: Logger): Promise<string | undefined> => {
  const key = await readKeyFile(file).catch((error: unknown) => {
    throw new ConfigError([(error as Error).message])
  })
  if (key !== undefined && (await isReadableByOthers(file)))
    log.warn(`other users of this machine can read the encryption key: run chmod 600 ${file}`)
  return key
}

const describeMissingKeys = (ids: readonly string[], file: string | undefined): string => {
  const fix =
    file === undefined
      ? 'add it to ENCRYPTION_KEY on this node'
      : `restore ${file} from a backup, or add the key to ENCRYPTION_KEY`
  return `stored secrets are encrypted with the key ${ids.join(', ')}, which is missing: ${fix} (see docs/secrets.md)`
}
