import type { ServerProcess } from './server-process.js'

const scrape = async ({ port }: ServerProcess): Promise<(name: string) => number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Reads the commit metrics of the service. */
export const getCommitStats = async (
  server: ServerProcess,
): Promise<{ batches: number; commits: number; seconds: number }> => {
  const value = await scrape(server)
  return {
    batches: value('heddle_database_commit_batches_sum'),
    commits: value('heddle_database_commit_batches_count'),
    seconds: value('heddle_database_commit_duration_seconds_sum'),
  }
}

/** Heap of the main thread. */
export const getHeapUsedMb = async (server: ServerProcess): Promise<number> =>
  (await scrape(server))('nodejs_heap_size_used_bytes') / 1_048_576

export const countOpenStreams = async (server: ServerProcess): Promise<number> =>
  (await scrape(server))('heddle_streams_open')

/** Longest event-loop stall of the main thread since the previous scrape. */
export const getLongestStallMs = async (server: ServerProcess): Promise<number> =>
  (await scrape(server))('nodejs_eventloop_lag_max_seconds') * 1000
