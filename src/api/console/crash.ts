/**
 * Development mode only: kills the service like a power failure, so that a newcomer can watch a run resume. The supervisor of
 * `heddle dev` and `npm start` (cli/supervise.ts) sends SIGKILL and starts the service again. The route exists in no other mode.
 */
import type { FastifyInstance } from 'fastify'
import { isLoopback, isProduction, type Config } from '../../config.js'
import type { Runs } from '../../domain/runs/runs.js'
import { AppError } from '../../errors.js'
import { ConsoleCrash } from '../../schema/console.js'
import { Ok } from '../../schema/system.js'
import { errorResponses } from '../http/route.js'
import { acceptMissingBody, requireConsoleChange } from './sign-in.js'

export interface CrashDeps {
  config: Config
  runs: Runs
  /** Kills and restarts the service. Undefined: nothing would restart it. */
  crash: (() => void) | undefined
}

export const canCrash = ({ config, crash }: Pick<CrashDeps, 'config' | 'crash'>): boolean =>
  crash !== undefined &&
  config.CONSOLE === 'on' &&
  !config.AUTH_ENABLED &&
  isLoopback(config.HOST) &&
  !isProduction()

export const serveCrash = (server: FastifyInstance, deps: CrashDeps): void => {
  const isAvailable = canCrash(deps)
  server.post<{ Body: ConsoleCrash }>(
    '/console/dev/crash',
    {
      config: { scope: 'admin', ignoresIdempotencyKey: true },
      schema: {
        operationId: 'crashService',
        summary: 'Kill the service and restart it',
        description:
          'Only in development mode (`can_crash` in `GET /info`); otherwise 404. The process is killed with SIGKILL after this response, ' +
          'and runs that are in progress continue after the restart.',
        tags: ['Console'],
        body: ConsoleCrash,
        response: {
          200: Ok,
          ...errorResponses({
            method: 'POST',
            body: ConsoleCrash,
            errors: ['resource_not_found', 'resource_conflict'],
          }),
        },
      },
      preValidation: async (request) => {
        if (!isAvailable)
          throw new AppError('resource_not_found', 'Route POST /console/dev/crash does not exist')
        requireConsoleChange(request)
        await acceptMissingBody(request)
      },
    },
    async (request, reply) => {
      const { run_id } = request.body
      if (run_id !== undefined) await requireInProgress(deps.runs, request.principal.tenant_id, run_id)
      // After the response is sent, because the client must learn that this was no accident.
      reply.raw.once('finish', () => deps.crash?.())
      return reply.send({ ok: true })
    },
  )
}

const requireInProgress = async (runs: Runs, tenant: string, run_id: string): Promise<void> => {
  const { status } = await runs.get(tenant, run_id)
  if (status !== 'in_progress')
    throw new AppError('resource_conflict', `Run ${run_id} is not in progress, but ${status}`)
}
