/**
 * A built folder that is served: the console or the documentation. `files.json` lists its files; it is written by
 * scripts/list-built-files.mjs. A path of a URL is only looked up in that list and never joined to a folder. The list is read for
 * the first visitor, not at start-up.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** By the name of the file, relative to the folder. */
type FileList = Record<string, BuiltFile>

interface BuiltFile {
  content_type: string
  etag: string
  /** True if the name contains a hash of the content. */
  immutable: boolean
  /** Encodings in which the file exists beside the original, with their file names; the smallest comes first. */
  encodings: { name: string; file: string }[]
}

interface BuiltFolder {
  files: FileList
  /** The content of index.html. */
  page: string
}

const LIST = 'files.json'
const PAGE = 'index.html'

export const makeBuiltFiles = (folder: string) => {
  let loaded: Promise<BuiltFolder | undefined> | undefined

  const load = async (): Promise<BuiltFolder | undefined> => {
    try {
      const [list, page] = await Promise.all([LIST, PAGE].map((name) => readFile(join(folder, name), 'utf8')))
      return { files: JSON.parse(list ?? '') as FileList, page: page ?? '' }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return undefined
    }
  }

  return {
    /** Returns undefined if the folder was not built. Then the next visitor looks again. */
    async get(): Promise<BuiltFolder | undefined> {
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
const chooseEncoding = (
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
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === etag || candidate === '*')

/** Sends a file of the list. Returns false if another build has removed it. */
export const sendBuiltFile = async (
  files: BuiltFiles,
  { name, file }: { name: string; file: BuiltFile },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> => {
  void reply.headers({
    'content-type': file.content_type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    void reply.code(304).send()
    return true
  }
  const encoding = chooseEncoding(file, request.headers['accept-encoding'])
  const content = await files.read(encoding?.file ?? name)
  if (content === undefined) return false
  if (encoding !== undefined) void reply.header('content-encoding', encoding.name)
  void reply.send(content)
  return true
}
