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
import type { JsonObject } from '../../schema/common.js'
import type { EncryptionKeyStore } from '../../store/secrets/encryption-keys.js'
import type { SealedRowStore } from '../../store/secrets/sealed-rows.js'
import { toWebhookPlace } from '../webhooks/webhook-secret.js'
import { resealCredentials } from './assistant-credentials.js'
import { toSecretPlace } from './secrets.js'
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

type AssistantText = Parameters<SealedRowStore['replaceAssistant']>[0]

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
    const resealAssistant = <T extends AssistantText>(row: T): T => ({ ...row, ...resealTexts(vault, row) })
    await replaceEach(
      sealedRows.listWebhooks(),
      (row) => ({
        ...row,
        secret: row.secret === '' ? '' : vault.reseal(row.secret, toWebhookPlace(row, 'secret')),
        old_secret: row.old_secret && vault.reseal(row.old_secret, toWebhookPlace(row, 'old_secret')),
      }),
      sealedRows.replaceWebhook,
    )
    await replaceEach(sealedRows.listAssistants(), resealAssistant, sealedRows.replaceAssistant)
    await replaceEach(sealedRows.listVersions(), resealAssistant, sealedRows.replaceVersion)
    await replaceEach(
      sealedRows.listSecrets(),
      (row) => ({ ...row, value: vault.reseal(row.value, toSecretPlace(row.tenant_id, row.name)) }),
      sealedRows.replaceSecret,
    )
    return counts
  }
}

/** Keeps the stored text if no credential changes: serializing it again could change its spacing. */
const resealTexts = (vault: Vault, row: AssistantText): Pick<AssistantText, 'config' | 'graph_schema'> => {
  const stored = {
    config: JSON.parse(row.config) as JsonObject,
    graph_schema: JSON.parse(row.graph_schema) as JsonObject,
  }
  const { config, graph_schema } = resealCredentials(vault, row, stored)
  const keepIfEqual = (text: string, before: JsonObject, after: JsonObject): string =>
    JSON.stringify(before) === JSON.stringify(after) ? text : JSON.stringify(after)
  return {
    config: keepIfEqual(row.config, stored.config, config),
    graph_schema: keepIfEqual(row.graph_schema, stored.graph_schema, graph_schema),
  }
}
