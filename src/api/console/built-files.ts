/**
 * The built console in dist/console. `files.json` lists its files; it is written by scripts/build-console.mjs. A path of a URL is only
 * looked up in that list and never joined to a folder. The list is read for the first visitor, not at start-up.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** By the name of the file, relative to /console/. */
export type FileList = Record<string, BuiltFile>

interface BuiltFile {
  content_type: string
  etag: string
  /** True if the name contains a hash of the content. */
  immutable: boolean
  /** Encodings in which the file exists beside the original, with their file names; the smallest comes first. */
  encodings: { name: string; file: string }[]
}

export interface BuiltConsole {
  files: FileList
  page: string
}

const LIST = 'files.json'
const PAGE = 'index.html'

export const makeBuiltFiles = (folder: string) => {
  let loaded: Promise<BuiltConsole | undefined> | undefined

  const load = async (): Promise<BuiltConsole | undefined> => {
    try {
      const [list, page] = await Promise.all([LIST, PAGE].map((name) => readFile(join(folder, name), 'utf8')))
      return { files: JSON.parse(list ?? '') as FileList, page: page ?? '' }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return undefined
    }
  }

  return {
    /** Returns undefined if the console was not built. Then the next visitor looks again. */
    async get(): Promise<BuiltConsole | undefined> {
      loaded ??= load()
      try {
        const built = await loaded
        if (built === undefined) loaded = undefined
        return built
      } catch (error) {
        loaded = undefined
        throw error
      }
    },

    /** `name` must come from the list. Returns undefined if another build has replaced the file; then the list is read again. */
    async read(name: string): Promise<Buffer | undefined> {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        loaded = undefined
        return undefined
      }
    },
  }
}

export type BuiltFiles = ReturnType<typeof makeBuiltFiles>

/** Picks the smallest encoding that the client accepts; `q=0` rejects one. Undefined: the file is sent as it is. */
export const chooseEncoding = (
  { encodings }: Pick<BuiltFile, 'encodings'>,
  acceptEncoding: string | undefined,
): { name: string; file: string } | undefined => {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const
    }),
  )
  return encodings.find(({ name }) => accepted.get(name) ?? accepted.get('*') ?? false)
}

/** Compares weakly (RFC 9110, section 13.1.2): proxies that compress a response make its ETag weak. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === etag || candidate === '*')
