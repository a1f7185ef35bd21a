/**
 * The entry point of an executor process. Its main thread only relays messages between the service and one executor thread, and
 * watches that thread, so it stays responsive whatever the run does. It ends when the service is gone.
 */
import { OUT_OF_MEMORY, type HostSettings } from './executor-host.js'
import type { FromExecutorProcess, ToExecutorProcess } from './process-host.js'
import { ThreadHost } from './thread-host.js'

const CHECK_MS = 250

let host: ThreadHost | undefined

const send = (message: FromExecutorProcess): void => {
  process.send?.(message, () => undefined)
}

const open = (settings: HostSettings): void => {
  const thread = new ThreadHost(settings, {
    onMessages: (messages) => {
      send({ type: 'messages', messages })
    },
    onCrash: (reason) => {
      send({ type: 'crash', reason })
    },
  })
  host = thread
  setInterval(() => {
    const rss = process.memoryUsage.rss()
    const reason = thread.check(rss)
    const isGrowing = thread.getGrowthSinceHeartbeat(rss) > settings.memoryMb * 1_048_576
    if (reason !== undefined || isGrowing) send({ type: 'crash', reason: reason ?? OUT_OF_MEMORY })
  }, CHECK_MS)
}

process.on('message', (message: ToExecutorProcess) => {
  if (message.type === 'open') open(message.settings)
  else host?.post(message.messages)
})
process.on('disconnect', () => {
  process.exit(0)
})
// Ctrl-C and some supervisors signal the whole process group. The service drains its runs and then terminates this process.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
