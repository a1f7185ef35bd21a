import type { ServerProcess } from './server-process.js'

/** What the service counted about its commits. */
export const commitsOf = async ({
  port,
}: ServerProcess): Promise<{ batches: number; commits: number; seconds: number }> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    batches: value('heddle_database_commit_batches_sum'),
    commits: value('heddle_database_commit_batches_count'),
    seconds: value('heddle_database_commit_duration_seconds_sum'),
  }
}
