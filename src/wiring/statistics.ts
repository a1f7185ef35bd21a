/** Composes statistics: prices of models, the figures and the task that folds them. */
import type { Config } from '../config.js'
import { readPriceFile } from '../domain/costs/price-file.js'
import { makePriceTable, type PriceTable } from '../domain/costs/price-table.js'
import { makeStatistics } from '../domain/statistics/statistics.js'
import type { Bus } from '../events/bus.js'
import { ChangeFeeds } from '../events/change-feeds.js'
import { StatisticsFolder } from '../domain/statistics/statistics-folder.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/log.js'
import type { Stores } from './database.js'

interface Deps {
  stores: Stores
  bus: Bus
  clock: Clock
  log: Logger
}

/** Throws a ConfigError if the file is invalid. */
export const openPrices = ({ MODEL_PRICES_FILE }: Config): PriceTable =>
  makePriceTable(MODEL_PRICES_FILE === undefined ? {} : readPriceFile(MODEL_PRICES_FILE))

export const wireStatistics = ({ stores, bus, clock, log }: Deps) => ({
  feeds: new ChangeFeeds({ ...stores, bus }),
  statistics: makeStatistics({ ...stores, clock }),
  folder: new StatisticsFolder({ ...stores, clock, log }),
})
