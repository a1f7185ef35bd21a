/** Opens the export of traces, if it is configured. */
import type { Config } from '../../config.js'
import type { Logger } from '../log.js'
import type { Metrics } from '../metrics.js'
import type { Tracing } from './tracing.js'

interface Deps {
  config: Config
  log: Logger
  metrics: Pick<Metrics, 'traceSpans'>
}

export const openTracing = async (deps: Deps): Promise<Tracing | undefined> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED } = deps.config
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined || OTEL_SDK_DISABLED) return undefined
  const { makeOtlpTracing } = await import('./otlp-tracing.js')
  return makeOtlpTracing({ ...deps, endpoint: OTEL_EXPORTER_OTLP_ENDPOINT })
}
