/** Checks of the port of the service, of a running service, and of the clock. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config.js'
import type { Target } from '../service/session.js'
import { ok, problem, warning, type CheckResult } from './check-result.js'

const RESPONSE_TIMEOUT_MS = 5_000
/** Below the tolerance of tokens and of webhook signatures. */
const MAX_CLOCK_SKEW_MS = 30_000

const canListen = async (port: number, host: string): Promise<NodeJS.ErrnoException | undefined> => {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    server.close()
  }
}

/** The response of `/info` if a Heddle service listens there. */
const fetchInfo = async (url: string): Promise<{ date: number } | undefined> => {
  try {
    const response = await fetch(`${url}/ok`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
    const body = (await response.json()) as { ok?: unknown }
    return body.ok === true ? { date: Date.parse(response.headers.get('date') ?? '') } : undefined
  } catch {
    return undefined
  }
}

const toUrl = ({ HOST, PORT }: Config): string => {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(PORT)}`
}

/** A service that already runs uses the port, and tells its time. */
export const checkPort = async (config: Config): Promise<CheckResult[]> => {
  const port = String(config.PORT)
  const error = await canListen(config.PORT, config.HOST)
  if (error === undefined) return [ok('port', `port ${port} is free`)]
  if (error.code === 'EACCES')
    return [problem('port', `port ${port} may not be used by this user`, 'choose a PORT above 1023')]
  if (error.code !== 'EADDRINUSE')
    return [problem('port', `cannot listen on ${config.HOST}:${port}: ${error.message}`, 'correct HOST')]
  const info = await fetchInfo(toUrl(config))
  if (info === undefined)
    return [problem('port', `port ${port} is in use by another program`, 'stop it, or choose another PORT')]
  return [ok('port', `a Heddle service listens on port ${port}`), checkClock(info.date, 'the service')]
}

export const checkClock = (time: number, whose: string, now = Date.now()): CheckResult => {
  const skewMs = Math.abs(now - time)
  return skewMs > MAX_CLOCK_SKEW_MS
    ? problem(
        'clock',
        `the clock of this machine differs from that of ${whose} by ${String(Math.round(skewMs / 1_000))} s`,
        'synchronize the clocks with NTP',
      )
    : ok('clock', `the clock agrees with that of ${whose}`)
}

/** The service that commands call, if one is named by an option, the environment or a profile. */
export const checkService = async ({ url, apiKey, keyFix }: Target): Promise<CheckResult[]> => {
  try {
    const response = await fetch(`${url}/api/v1/me`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    })
    await response.body?.cancel()
    const clock = checkClock(Date.parse(response.headers.get('date') ?? ''), url)
    if (response.status === 401 || response.status === 403)
      return [
        apiKey === undefined
          ? problem('service', `${url} requires a key`, keyFix ?? 'set HEDDLE_API_KEY or use a profile')
          : problem('service', `${url} refuses the key`, 'correct HEDDLE_API_KEY or the profile'),
        clock,
      ]
    if (!response.ok)
      return [
        warning('service', `${url} responds with ${String(response.status)}`, 'read the log of the service'),
        clock,
      ]
    return [ok('service', `${url} ${apiKey === undefined ? 'requires no key' : 'accepts the key'}`), clock]
  } catch {
    return [
      problem(
        'service',
        `${url} cannot be reached`,
        'start the service, or correct HEDDLE_URL or the profile',
      ),
    ]
  }
}
