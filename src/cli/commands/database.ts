/** `heddle config`, `migrate`, `backup`, `restore` and `vacuum`: commands that need no service. */
import type { Command } from 'commander'

const BACKUP_HELP = `
The database is that of DATABASE_URL. For PostgreSQL, the call of pg_dump or pg_restore is printed and the exit code is 3.
See "Backup and restore" in docs/operations.md.`

export const addDatabaseCommands = (program: Command): void => {
  program
    .command('config')
    .description('print the effective settings, with secrets masked')
    .action(async () => {
      const { showConfig } = await import('../show-config.js')
      showConfig()
    })

  program
    .command('migrate')
    .description('apply pending migrations of the database and exit; a start does this too')
    .action(async () => {
      const { migrate } = await import('../migrate.js')
      await migrate()
    })

  program
    .command('backup <file>')
    .description('copy the embedded database to a file, also while the service is running')
    .option('--force', 'replace the file if it exists')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string, flags: { force?: boolean }) => {
      const { backup } = await import('../backup.js')
      await backup(file, flags)
    })

  program
    .command('restore [file]')
    .description('replace the embedded database by a backup while the service is stopped')
    .option('--verify', 'only check the backup, or without a file the database; nothing is changed')
    .option('--force', 'replace an existing database; the old one is kept beside it')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string | undefined, flags: { verify?: boolean; force?: boolean }) => {
      if (file === undefined && flags.verify !== true)
        program.error("error: missing required argument 'file'")
      const { restore, verify } = await import('../restore.js')
      await (flags.verify === true || file === undefined ? verify(file) : restore(file, flags))
    })

  program
    .command('vacuum')
    .description('return the space of deleted rows of the embedded database, while the service is stopped')
    .action(async () => {
      const { vacuum } = await import('../vacuum.js')
      vacuum()
    })
}
