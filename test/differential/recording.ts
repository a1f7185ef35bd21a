/**
 * The responses of LangGraph.js's development server (the peer), stored in recordings/. The peer is a pinned package, so its
 * responses change only with its version, and the tests need not run it each time. HEDDLE_PEER=live runs it and fails if its
 * responses differ from the stored ones. HEDDLE_PEER=record stores the responses that are missing or of another version.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'

const MODE = process.env['HEDDLE_PEER']
if (MODE !== undefined && MODE !== 'live' && MODE !== 'record')
  throw new Error(`HEDDLE_PEER must be "live" or "record", not "${MODE}"`)

/** True if the peer runs beside Heddle. Tests of the peer alone run only then. */
export const isPeerLive = MODE !== undefined

/** The packages that determine the responses of the peer. */
const PACKAGES = ['@langchain/langgraph-api', '@langchain/langgraph', '@langchain/core', 'typescript']

interface Stored<T> {
  versions: Record<string, string>
  responses: Record<string, T>
}

export interface PeerRecording<T> {
  /** Returns the stored response, or that of `call` if the peer is live. */
  get: (key: string, call: () => Promise<T>) => Promise<T>
}

interface Options<T> {
  /** Replaces what is different in each recording. */
  normalize?: (response: T) => T
  /** Compares the response of the live peer with the stored one. */
  expectSame?: (live: T, stored: T) => void
}

export const openPeerRecording = <T>(
  name: string,
  {
    normalize = (response) => response,
    expectSame = (live, stored) => expect(normalize(live)).toEqual(stored),
  }: Options<T> = {},
): PeerRecording<T> => {
  const path = join(packageRoot, 'test/differential/recordings', `${name}.json`)
  const stored = read<T>(path)
  const isCurrent = isDeepStrictEqual(stored.versions, readVersions())
  const responses = new Map(isCurrent ? Object.entries(stored.responses) : [])

  const getStored = (key: string): T => {
    const response = responses.get(key)
    if (response !== undefined) return response
    const problem = isCurrent ? 'has no response' : 'is of other versions of the packages and has no response'
    throw new Error(`${path} ${problem} for "${key}"; run the test with HEDDLE_PEER=record to add it`)
  }

  const compareWithStored = async (key: string, call: () => Promise<T>): Promise<T> => {
    const response = await call()
    expectSame(response, getStored(key))
    return response
  }

  /** Writes after each response, so that an interrupted recording can be continued. */
  const record = async (key: string, call: () => Promise<T>): Promise<T> => {
    if (!responses.has(key)) {
      responses.set(key, normalize(await call()))
      write(path, responses)
    }
    return getStored(key)
  }

  const get = { live: compareWithStored, record }
  return { get: MODE === undefined ? (key) => Promise.resolve(key).then(getStored) : get[MODE] }
}

const read = <T>(path: string): Stored<T> =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Stored<T>) : { versions: {}, responses: {} }

/** One line per response, so that a changed response is one changed line. */
const write = (path: string, responses: ReadonlyMap<string, unknown>): void => {
  const lines = [...responses]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, response]) => `${JSON.stringify(key)}:${JSON.stringify(response)}`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    `{"versions":${JSON.stringify(readVersions())},\n"responses":{\n${lines.join(',\n')}\n}}\n`,
  )
}

const readVersions = (): Record<string, string> =>
  Object.fromEntries(
    PACKAGES.map((name) => {
      const manifest = join(packageRoot, 'node_modules', name, 'package.json')
      return [name, (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version]
    }),
  )
