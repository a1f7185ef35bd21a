/**
 * `heddle keys`: manages API keys of the service that an option, the environment or a profile names. Without one it works on the database,
 * whether or not the service is running, because the first key cannot be created with a key.
 */
import type { Command } from 'commander'
import { newId } from '../../platform/ids.js'
import type { ApiKey, ApiKeyCreated } from '../../schema/api-key.js'
import { usageError } from '../command-error.js'
import type * as Keys from '../keys.js'
import { acceptGlobalOptions } from '../service-command.js'
import type { ServiceOptions, Session } from '../service/session.js'

interface KeyFlags extends ServiceOptions {
  tenant?: string
  json?: boolean
  database?: boolean
  scopes: string
  expires?: string
}

interface KeyAction {
  viaService: (session: Session, argument: string, flags: KeyFlags) => Promise<void>
  viaDatabase: (keys: typeof Keys, argument: string, flags: KeyFlags) => Promise<void>
}

const addAction = (command: Command, { viaService, viaDatabase }: KeyAction): void => {
  command
    .option('--tenant <tenant>', 'tenant of the key; only with the database')
    .option('--database', 'use the database of DATABASE_URL instead of a service')
    .option('--json', 'print JSON, like -o json')
  acceptGlobalOptions(command).action(async (...args: unknown[]) => {
    const argument = typeof args[0] === 'string' ? args[0] : ''
    const flags = command.optsWithGlobals<KeyFlags>()
    const isJson = flags.json === true || (flags.output ?? 'text') !== 'text'
    const { openSession } = await import('../service/session.js')
    const session = openSession(isJson ? { ...flags, output: flags.output ?? 'json' } : flags)
    if (flags.database === true || !session.target.isNamed)
      return viaDatabase(await import('../keys.js'), argument, { ...flags, json: isJson })
    if (flags.tenant !== undefined)
      throw usageError('--tenant needs --database: a service manages the keys of the tenant of the caller')
    return viaService(session, argument, flags)
  })
}

export const addKeysCommand = (program: Command): void => {
  const keys = program.command('keys').description('manage API keys of a service, or of the database')
  addAction(
    keys
      .command('create <name>')
      .description('create a key and print it (it is not shown again)')
      .option('--scopes <list>', 'scopes, separated by commas: read, write, admin', 'read,write')
      .option('--expires <time>', 'expiration time'),
    { viaService: createKey, viaDatabase: ({ createKey: create }, name, flags) => create(name, flags) },
  )
  addAction(keys.command('list').description('list keys'), {
    viaService: listKeys,
    viaDatabase: ({ listKeys: list }, _, flags) => list(flags),
  })
  addAction(keys.command('revoke <key_id>').description('revoke a key'), {
    viaService: revokeKey,
    viaDatabase: ({ revokeKey: revoke }, id, flags) => revoke(id, flags),
  })
}

const describeState = ({ revoked_at, expires_at }: ApiKey): string => {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  return expires_at === null ? '' : `expires ${expires_at}`
}

const createKey = async (
  { client, output }: Session,
  name: string,
  { scopes, expires }: KeyFlags,
): Promise<void> => {
  const body = {
    name,
    scopes: scopes.split(',').map((scope) => scope.trim()),
    expires_at: expires ?? null,
  }
  const created = await client.post<ApiKeyCreated>('/api/v1/api-keys', { body, idempotencyKey: newId() })
  output.print(created, ({ key, key_id }) => `${key}\n(not shown again; ${key_id})`)
}

const listKeys = async ({ client, output }: Session): Promise<void> => {
  await output.printList(
    client.list<ApiKey>('/api/v1/api-keys'),
    [
      { title: 'KEY', value: ({ key_id }) => key_id },
      { title: 'PREFIX', value: ({ prefix }) => `${prefix}…` },
      { title: 'SCOPES', value: ({ scopes }) => scopes.join(',') },
      { title: 'STATE', value: describeState },
      { title: 'NAME', value: ({ name }) => name, isFlexible: true },
    ],
    'no API keys',
  )
}

const revokeKey = async ({ client, output }: Session, keyId: string): Promise<void> => {
  await client.remove(`/api/v1/api-keys/${encodeURIComponent(keyId)}`)
  const revoked = await client.get<ApiKey>(`/api/v1/api-keys/${encodeURIComponent(keyId)}`)
  output.print(revoked, ({ key_id, revoked_at }) => `${key_id}  revoked ${revoked_at ?? ''}`)
}
