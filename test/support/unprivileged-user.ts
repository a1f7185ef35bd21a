/** Runs PostgreSQL as another user, because it refuses to run as root, as which containers often run tests. */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Spawn options that run a child process as another user. Empty if it can run as the current user. */
export interface RunAs {
  uid?: number
  gid?: number
}

export const findUnprivilegedUser = (): RunAs => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as')
}

/**
 * Gives the folder to the user and returns the path of the binaries that the user can run. Binaries that only root can
 * access, such as those of a checkout in /root, are copied into the folder.
 */
export const grantAccess = async (folder: string, binaries: string, runAs: RunAs): Promise<string> => {
  if (runAs.uid === undefined) return binaries
  const runnable = await run(join(binaries, 'postgres'), ['--version'], { ...runAs, cwd: '/' }).then(
    () => true,
    () => false,
  )
  const copy = join(folder, 'native')
  if (!runnable) cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
  await run('chown', ['-R', `${String(runAs.uid)}:${String(runAs.gid)}`, folder])
  return runnable ? binaries : join(copy, 'bin')
}
