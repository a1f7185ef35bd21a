/**
 * Development mode: runs the service in a child process, which the console can ask to be killed (api/console/crash.ts). The supervisor
 * sends SIGKILL and starts the service again, on the same port. If the service ends for any other reason, the supervisor ends with the
 * same status. If the supervisor dies, the service stops.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { resolveBuildFile } from '../platform/package-root.js'

type SupervisorMessage = { type: 'listening'; port: number } | { type: 'crash' }

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves with the exit code of the service. */
export const supervise = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    let port: number | undefined
    let isCrashRequested = false
    let child: ChildProcess

    const start = (): void => {
      isCrashRequested = false
      // A service on a free port gets the same one again, so that open pages find it.
      const portArgs = port === undefined ? [] : ['--port', String(port)]
      const program = [...process.execArgv, resolveBuildFile('main.js')]
      child = spawn(process.execPath, [...program, ...args, ...portArgs, '--supervised'], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        // In a process group of its own: Ctrl-C reaches every process of the terminal's group, and the service would get it twice.
        detached: true,
      })
      child.on('message', onMessage)
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        if (isCrashRequested && signal === 'SIGKILL') {
          process.stderr.write('heddle: the console has killed the service; restarting it\n')
          start()
        } else resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL'])
      })
    }

    const onMessage = (message: SupervisorMessage): void => {
      if (message.type === 'listening') port = message.port
      else {
        isCrashRequested = true
        child.kill('SIGKILL')
      }
    }

    for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal))
    start()
  })

/** The connection of a supervised service to its supervisor. */
export const connectToSupervisor = () => {
  const send = (message: SupervisorMessage): void => void process.send?.(message)
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  return {
    crash: (): void => {
      send({ type: 'crash' })
    },
    reportPort: (port: number): void => {
      send({ type: 'listening', port })
    },
  }
}
