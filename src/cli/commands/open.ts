/** `heddle open`: opens the console in a browser. */
import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'

const OPENERS: Partial<Record<NodeJS.Platform, { program: string; args: string[] }>> = {
  darwin: { program: 'open', args: [] },
  win32: { program: 'cmd', args: ['/c', 'start', ''] },
}

export const addOpenCommand = (program: Command): void => {
  const command = program
    .command('open [page]')
    .description('open the console in the browser, at a page such as runs or inbox')
    .option('--print', 'only print the URL')
  runWithSession(command, open)
}

const open = async (
  { client, output }: Session,
  page = '',
  { print = false }: { print?: boolean },
): Promise<void> => {
  // A browser would show an error page that does not say what to do.
  await client.get('/ok')
  const url = `${client.url}/console/${page.replace(/^\/+/, '')}`
  output.print({ url }, () => url)
  if (!print)
    await launch(url, () => {
      output.note('no browser could be started; open the URL yourself')
    })
}

/** The browser keeps running after this command. */
const launch = (url: string, onFailed: () => void): Promise<void> =>
  new Promise((resolve) => {
    const { program, args } = OPENERS[process.platform] ?? { program: 'xdg-open', args: [] }
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => {
      onFailed()
      resolve()
    })
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
