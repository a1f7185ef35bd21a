/** `heddle keys`: manages API keys in the database, whether or not the service is running. */
import type { Command } from 'commander'
import type * as Keys from '../keys.js'

const loadKeys = (): Promise<typeof Keys> => import('../keys.js')

export const addKeysCommand = (program: Command): void => {
  const keys = program.command('keys').description('manage API keys')
  keys
    .command('create <name>')
    .description('create a key and print it (it is not shown again)')
    .option('--scopes <list>', 'scopes, separated by commas: read, write, admin', 'read,write')
    .option('--expires <time>', 'expiration time')
    .option('--tenant <tenant>', 'tenant of the key')
    .option('--json', 'print JSON')
    .action(async (...args: Parameters<typeof Keys.createKey>) => (await loadKeys()).createKey(...args))
  keys
    .command('list')
    .description('list keys')
    .option('--tenant <tenant>', 'tenant of the keys')
    .option('--json', 'print JSON')
    .action(async (...args: Parameters<typeof Keys.listKeys>) => (await loadKeys()).listKeys(...args))
  keys
    .command('revoke <key_id>')
    .description('revoke a key')
    .option('--tenant <tenant>', 'tenant of the key')
    .option('--json', 'print JSON')
    .action(async (...args: Parameters<typeof Keys.revokeKey>) => (await loadKeys()).revokeKey(...args))
}
