/** Once for a whole test run: a fresh build, because threads are loaded from dist/, and one PostgreSQL server. */
import type { TestProject } from 'vitest/node'
import { buildAll } from '../../scripts/build.mjs'
import { startPostgres } from './postgres.js'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildAll()
  project.onTestsRerun(buildAll)
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}
