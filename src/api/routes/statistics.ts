import { Type } from 'typebox'
import type { StatisticsService } from '../../domain/statistics/statistics.js'
import { Uuid } from '../../schema/common.js'
import type { StorageStatisticsService } from '../../domain/retention/storage-statistics.js'
import { StorageStatistics } from '../../schema/storage.js'
import { NodeStatistics, NodeStatisticsQuery, Statistics, StatisticsQuery } from '../../schema/statistics.js'
import { route, type Route } from '../http/route.js'

const tag = 'Statistics'

export const statisticsRoutes = (
  statistics: StatisticsService,
  storage: StorageStatisticsService,
): Route[] => [
  route({
    method: 'GET',
    path: '/stats',
    operationId: 'getStatistics',
    summary: 'Read figures of runs, models, guardrails and webhooks over time',
    description:
      'Figures of single minutes are kept for 48 hours, those of hours for 90 days. The figures are exact, except for the percentiles.',
    tag,
    query: StatisticsQuery,
    response: Statistics,
    errors: ['resource_not_found'],
    handle: ({ tenant, query }) => statistics.get(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/stats/storage',
    operationId: 'getStorageStatistics',
    summary: 'Read how much the service stores',
    description:
      'The figures are those of the whole service, except for `oldest_run_at`. They are measured at most once a minute, and less often if measuring takes long.',
    tag,
    scope: 'admin',
    query: Type.Object({}, { additionalProperties: false }),
    response: StorageStatistics,
    handle: ({ tenant }) => storage.get(tenant),
  }),
  route({
    method: 'GET',
    path: '/assistants/{assistant_id}/node_stats',
    operationId: 'getNodeStatistics',
    summary: 'Read figures of the nodes of an assistant',
    description:
      'An execution is counted when it ends. The nodes of an execution that is cancelled, or whose process is killed, are not counted.',
    tag,
    params: Type.Object({ assistant_id: Uuid }),
    query: NodeStatisticsQuery,
    response: NodeStatistics,
    handle: ({ tenant, params: { assistant_id }, query }) => statistics.getNodes(tenant, assistant_id, query),
  }),
]
