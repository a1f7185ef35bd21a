import type { JsonObject } from '../../schema/common.js'
import { LangGraphRunCreate } from '../../schema/langgraph-run.js'
import type { IdempotencyStatements, StartedRun } from '../../domain/idempotency.js'
import type { LangGraphRuns } from '../../langgraph/runs.js'
import type { LangGraphRoute } from './route.js'
import type { Row } from '../../store/sql/tables.js'

/** What the routes that create one run of the LangGraph API have in common. */
export const RUN_CREATION = {
  tag: 'LangGraph runs',
  auth: { resource: 'threads', action: 'create_run' },
  body: LangGraphRunCreate,
  bodyLimitFactor: 10,
  hasLargeInput: true,
  errors: ['state_too_large'],
} satisfies Partial<LangGraphRoute>

/** The parts of a request that every route which creates a run passes on. */
interface RunRequest {
  tenant: string
  caller: string
  body: LangGraphRunCreate
  configurable: JsonObject
  idempotencyStatements: IdempotencyStatements<unknown>
  earlierRun: StartedRun | null
}

/** Creates the run of a request. Without `thread_id`, the run is stateless. */
export const createRun = (
  langGraphRuns: LangGraphRuns,
  { tenant, caller, body, configurable, idempotencyStatements, earlierRun }: RunRequest,
  options: { isStreamed: boolean; thread_id?: string },
): Promise<Row<'runs'>> =>
  langGraphRuns.create(tenant, body, {
    ...options,
    caller,
    configurable,
    idempotencyStatements,
    earlierRun,
  })
