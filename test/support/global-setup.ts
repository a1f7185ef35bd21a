/**
 * Runs once for a whole test run: it builds dist/, from which threads are loaded, unless it is up to date, and starts one
 * PostgreSQL server. Each project of vitest.config.ts loads its own copy of this module; the copies share the server that the
 * first one starts.
 */
import type { TestProject } from 'vitest/node'
import { build } from '../../scripts/prepare.mjs'
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

/** Shared by all copies of this module. */
const globals = globalThis as { heddleTests?: SharedServer | undefined }

const buildAndStart = async (): Promise<Server> => {
  await build()
  return startPostgres()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globals.heddleTests ??= { server: buildAndStart(), users: 0 })
  shared.users++
  project.onTestsRerun(build)
  const { url, stop } = await shared.server
  project.provide('postgresUrl', url)
  return async () => {
    if (--shared.users > 0) return
    globals.heddleTests = undefined
    await stop()
  }
}
