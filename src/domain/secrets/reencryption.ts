/**
 * Encrypts stored secrets with the current key in the background: those of earlier versions, which are not encrypted, and those of keys
 * that were replaced. Each row is one conditional update, so a kill loses nothing, and the next start continues. The table
 * encryption_keys lists the keys that may be in use; a key is removed from it after a complete scan has found no secret of it, and then
 * it may be removed from ENCRYPTION_KEY.
 */
import { AppError } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import { PLAINTEXT, type KeyRing } from '../../platform/encryption/key-ring.js'
import type { Logger } from '../../platform/log.js'
import type { EncryptionKeyStore } from '../../store/secrets/encryption-keys.js'
import type { SealedRowStore } from '../../store/secrets/sealed-rows.js'
import { resealAssistant, resealSecret, resealWebhook } from './reseal-rows.js'
import type { Vault } from './vault.js'

interface Deps {
  keyRing: KeyRing
  vault: Vault
  encryptionKeys: EncryptionKeyStore
  sealedRows: SealedRowStore
  /** True if nodes with other settings may use the same database. */
  isClustered: boolean
  clock: Clock
  log: Logger
}

const SCAN_MS = 60 * 60_000

export class Reencryption {
  #timer: NodeJS.Timeout | undefined
  #scanning: Promise<void> | undefined
  #isStopped = false

  constructor(private readonly deps: Deps) {}

  /** Does not wait for the scan: secrets can be read with all configured keys. */
  start(): void {
    this.#timer = setInterval(() => void this.scan(), SCAN_MS).unref()
    void this.scan()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#scanning
  }

  scan(): Promise<void> {
    this.#scanning ??= this.#scan()
      .catch((error: unknown) => {
        if (!this.#isStopped)
          this.deps.log.warn(
            { err: error },
            'secrets could not be encrypted with the current key; trying again in an hour',
          )
      })
      .finally(() => {
        this.#scanning = undefined
      })
    return this.#scanning
  }

  async #scan(): Promise<void> {
    const { keyRing, encryptionKeys, clock, log, isClustered } = this.deps
    const { primaryId } = keyRing
    if (primaryId === undefined) return
    const startedAt = clock.now()
    await encryptionKeys.recordUse(primaryId, startedAt)
    const otherKeys = (await encryptionKeys.list()).filter(({ key_id }) => key_id !== primaryId)
    if (otherKeys.length === 0) return
    const { replaced, failed } = await this.#resealAll()
    if (this.#isStopped) return
    if (replaced > 0)
      log.info({ replaced, key_id: primaryId }, 'stored secrets were encrypted with the current key')
    if (failed > 0) return
    // Another node may still encrypt with the other key. It records that once per scan.
    const before = isClustered ? startedAt - 2 * SCAN_MS : startedAt + 1
    for (const { key_id } of otherKeys) {
      if ((await encryptionKeys.removeUnused(key_id, before)) && key_id !== PLAINTEXT)
        log.info(
          { key_id },
          `no secret uses the key ${key_id} any more: it can be removed from ENCRYPTION_KEY`,
        )
    }
  }

  async #resealAll(): Promise<{ replaced: number; failed: number }> {
    const { sealedRows, vault, log } = this.deps
    const counts = { replaced: 0, failed: 0 }
    const replaceEach = async <T>(
      rows: AsyncGenerator<T>,
      reseal: (row: T) => T,
      replace: (row: T, read: T) => Promise<void>,
    ): Promise<void> => {
      for await (const row of rows) {
        if (this.#isStopped) return
        try {
          const resealed = reseal(row)
          if (JSON.stringify(resealed) === JSON.stringify(row)) continue
          await replace(resealed, row)
          counts.replaced++
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'unprocessable_entity') throw error
          counts.failed++
          log.warn(`a stored secret keeps its old key: ${error.message}`)
        }
      }
    }
    const { listWebhooks, listAssistants, listVersions, listSecrets } = sealedRows
    await replaceEach(listWebhooks(), (row) => resealWebhook(vault, row), sealedRows.replaceWebhook)
    await replaceEach(listAssistants(), (row) => resealAssistant(vault, row), sealedRows.replaceAssistant)
    await replaceEach(listVersions(), (row) => resealAssistant(vault, row), sealedRows.replaceVersion)
    await replaceEach(listSecrets(), (row) => resealSecret(vault, row), sealedRows.replaceSecret)
    return counts
  }
}
