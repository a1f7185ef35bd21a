/** Starts a Prometheus server that scrapes one service, with the alert rules of deploy/observability in fast motion. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, vi } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'

export const OBSERVABILITY_FOLDER = join(packageRoot, 'deploy/observability')
const RULES = join(OBSERVABILITY_FOLDER, 'alerts.yml')

const findProgram = (name: string): string | undefined =>
  [`/usr/bin/${name}`, `/usr/local/bin/${name}`].find((file) => existsSync(file))
const server = findProgram('prometheus')
const promtool = findProgram('promtool')
export const isPrometheusInstalled = server !== undefined && promtool !== undefined

/** Runs promtool in the folder of the rules and returns its output. Throws with the output if a check fails. */
export const runPromtool = (...args: string[]): string =>
  execFileSync(promtool ?? 'promtool', args, { cwd: OBSERVABILITY_FOLDER, encoding: 'utf8', timeout: 60_000 })

export interface Prometheus {
  /** The names of all metrics that were scraped. */
  listMetrics(): Promise<Set<string>>
  /** The names of the alerts that fire now. */
  listFiringAlerts(): Promise<string[]>
  stop(): Promise<void>
}

/** Rates over minutes become rates over ten seconds, and an alert fires after a second. */
const speedUp = (rules: string): string =>
  rules.replaceAll(/\[\d+[mh]\]/g, '[10s]').replaceAll(/^( +for:).*$/gm, '$1 1s')

const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

export const startPrometheus = async (target: string): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-prometheus-'))
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'heddle', static_configs: [{ targets: [target] }] }],
  }
  writeFileSync(join(folder, 'alerts.yml'), speedUp(readFileSync(RULES, 'utf8')))
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await findFreePort()
  const child = spawn(
    server ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${String(port)}`,
      '--log.level=warn',
    ],
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${String(port)}`
  const get = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: T }).data
  await vi.waitFor(async () => assert((await fetch(`${url}/-/ready`)).ok), { timeout: 30_000 })
  return {
    listMetrics: async () => new Set(await get<string[]>('label/__name__/values')),
    listFiringAlerts: async () => {
      const { alerts } = await get<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts')
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
