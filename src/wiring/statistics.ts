/** Composes what the console shows across resources: statistics, changes, search, saved views and nodes. */
import type { Config } from '../config.js'
import { NodeRegistry } from '../domain/console/nodes.js'
import { makeSearch } from '../domain/console/search.js'
import { makeViews } from '../domain/console/views.js'
import { readPriceFile } from '../domain/costs/price-file.js'
import { makePriceTable, type PriceTable } from '../domain/costs/price-table.js'
import { makeStatistics } from '../domain/statistics/statistics.js'
import { StatisticsFolder } from '../domain/statistics/statistics-folder.js'
import type { Bus } from '../events/bus.js'
import { ChangeFeeds } from '../events/change-feeds.js'
import type { Clock } from '../platform/clock.js'
import { newId } from '../platform/ids.js'
import type { Logger } from '../platform/log.js'
import { version } from '../platform/version.js'
import type { Stores } from './database.js'

interface Deps {
  config: Config
  stores: Stores
  bus: Bus
  clock: Clock
  log: Logger
  isClustered: boolean
  getEngineLoad: () => { executing: number; threads: number }
  setPaused: (isPaused: boolean) => void
}

/** Throws a ConfigError if the file is invalid. */
export const openPrices = ({ MODEL_PRICES_FILE }: Config): PriceTable =>
  makePriceTable(MODEL_PRICES_FILE === undefined ? {} : readPriceFile(MODEL_PRICES_FILE))

export const wireStatistics = ({
  config,
  stores,
  bus,
  clock,
  log,
  isClustered,
  getEngineLoad,
  setPaused,
}: Deps) => ({
  statistics: makeStatistics({ ...stores, clock }),
  folder: new StatisticsFolder({ ...stores, clock, log }),
  feeds: new ChangeFeeds({ ...stores, bus }),
  search: makeSearch(stores),
  views: makeViews({ ...stores, clock }),
  nodes: new NodeRegistry({
    nodes: stores.nodes,
    clock,
    log,
    nodeId: newId(),
    version,
    role: config.ROLE,
    isClustered,
    getLoad: getEngineLoad,
    setPaused,
  }),
})
