import { spawnSync } from 'node:child_process'

/** A server that was not installed with its client programs can be tested, but not be backed up. */
export const hasPostgresClients = ['pg_dump', 'pg_restore', 'createdb'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
)
