/**
 * Once for a whole test run: a fresh build, because threads are loaded from dist/, and one PostgreSQL server. Every project of
 * vitest.config.ts asks for it, each with a copy of this module; they share what the first of them began.
 */
import type { TestProject } from 'vitest/node'
import { buildAll } from '../../scripts/build.mjs'
import { startPostgres } from './postgres.js'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

type Server = Awaited<ReturnType<typeof startPostgres>>

interface SharedServer {
  server: Promise<Server>
  users: number
}

/** On what all copies of this module see. */
const globals = globalThis as { heddleTests?: SharedServer | undefined }

const buildAndStart = async (): Promise<Server> => {
  await buildAll()
  return startPostgres()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globals.heddleTests ??= { server: buildAndStart(), users: 0 })
  shared.users++
  project.onTestsRerun(buildAll)
  const { url, stop } = await shared.server
  project.provide('postgresUrl', url)
  return async () => {
    if (--shared.users > 0) return
    globals.heddleTests = undefined
    await stop()
  }
}
