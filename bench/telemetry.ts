/** Measures what traces cost: runs with all spans exported to a collector, relative to runs without traces. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Programs } from './build.js'
import { withCleanup, type Defer } from './cleanup.js'
import { compareServers } from './compare-servers.js'
import { runOnAgent } from './guarded-runs.js'
import { atLeast, type Finding } from './report.js'
import { startWithAgent } from './start-heddle.js'

export const benchTelemetry = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const collector = await startCollector(defer)
    const plain = await startWithAgent(programs, defer)
    const traced = await startWithAgent(programs, defer, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const ratio = await compareServers(plain, traced, runOnAgent)
    // Without this check, a service that exports nothing would pass.
    if (collector.countBytes() === 0) throw new Error('no spans were exported')
    return [atLeast('runs with traces: relative to the rate without', ratio, 0.95)]
  })

/** Reads exports and discards them. */
const startCollector = async (defer: Defer) => {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
    })
    request.on('end', () => response.writeHead(200).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    countBytes: () => bytes,
  }
}
