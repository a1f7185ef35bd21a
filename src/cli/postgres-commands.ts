/**
 * PostgreSQL is backed up and restored with its own programs. The commands of Heddle print the exact call and exit with a code of
 * their own, so that a script does not take the call for a backup.
 */
import type { Config } from '../config.js'

/** The command did nothing: the printed program has to be called instead. */
const EXIT_OTHER_PROGRAM = 3

const USER_AND_PASSWORD = /^(postgres(?:ql)?:\/\/[^:@/?#]*):[^@/?#]*@/
const PASSWORD_PARAMETER = /([?&])password=[^&#]*(&|$)/

/** A session of pg_dump does not work through PgBouncer in transaction mode, so the direct URL takes precedence. */
const getUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Config): string => DATABASE_DIRECT_URL ?? DATABASE_URL

/** The programs of PostgreSQL take the password from PGPASSWORD or from ~/.pgpass. */
export const removePassword = (url: string): string =>
  url.replace(USER_AND_PASSWORD, '$1@').replace(PASSWORD_PARAMETER, '$1').replace(/[?&]$/, '')

/** Quotes an argument for a POSIX shell. */
export const quoteArgument = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const printCall = (config: Config, purpose: string, toArguments: (url: string) => string[]): void => {
  const url = getUrl(config)
  const shownUrl = removePassword(url)
  process.stderr.write(`heddle: PostgreSQL is ${purpose} with its own program; run this command:\n`)
  process.stdout.write(`${toArguments(shownUrl).map(quoteArgument).join(' ')}\n`)
  if (shownUrl !== url)
    process.stderr.write('the password is not shown: set PGPASSWORD, or add it to ~/.pgpass\n')
  process.exitCode = EXIT_OTHER_PROGRAM
}

export const printBackupCall = (config: Config, file: string): void => {
  printCall(config, 'backed up', (url) => ['pg_dump', '--format=custom', `--file=${file}`, url])
}

export const printRestoreCall = (config: Config, file: string): void => {
  printCall(config, 'restored into an empty database', (url) => [
    ...['pg_restore', '--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'],
    `--dbname=${url}`,
    file,
  ])
}
