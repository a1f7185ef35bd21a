/**
 * Serves the documentation at /docs: the site that site/ builds from docs/, and the API reference at /docs/api. Nothing is loaded from other
 * hosts. Without a built site, /docs leads to the API reference.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import { ErrorBody } from '../../schema/error.js'
import { makeBuiltFiles, sendBuiltFile, type BuiltFiles } from '../http/built-files.js'
import { describeResponse, NO_BODY } from '../http/describe-response.js'
import { serveReference } from './reference.js'

interface DocsDeps {
  /** The folder with the built site. */
  folder: string
  /** With the console, a browser that opens `/` is sent there. */
  hasConsole: boolean
}

/** The pages contain no inline scripts and no inline styles. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
}

const PATHS = [
  ['/docs', 'getDocs'],
  ['/docs/*', 'getDocsFile'],
] as const

const SCHEMA = {
  summary: 'Read the documentation',
  description: 'The pages of the documentation, and the files that they load.',
  tags: ['System'],
  response: {
    200: describeResponse({
      'text/html': Type.String({ examples: ['<!doctype html>'] }),
      'text/javascript': Type.String({ examples: ['export {}'] }),
      'text/css': Type.String({ examples: ['body {}'] }),
      'image/svg+xml': Type.String({ examples: ['<svg></svg>'] }),
      'image/jpeg': Type.String({ description: 'A picture.' }),
      'application/json': Type.Object({}, { additionalProperties: true }),
    }),
    302: NO_BODY,
    304: NO_BODY,
    403: ErrorBody,
    404: ErrorBody,
    500: ErrorBody,
  },
}

export const serveDocs = (server: FastifyInstance, { folder, hasConsole }: DocsDeps): void => {
  serveReference(server, { hasConsole })
  const files = makeBuiltFiles(folder)
  for (const [url, operationId] of PATHS) {
    const options = { config: { scope: 'public' }, schema: { ...SCHEMA, operationId } } as const
    server.get<{ Params: { '*'?: string } }>(url, options, (request, reply) =>
      serveFile(files, request.params['*'] ?? '', request, reply),
    )
  }
}

/** The page of a path: `runs` is `runs.html`, and `adr` is `adr/README.html`. */
const findFile = (list: Record<string, unknown>, path: string): string | undefined => {
  const name = path.replace(/\/$/, '')
  const candidates = name === '' ? ['index.html'] : [name, `${name}.html`, `${name}/README.html`]
  return candidates.find((candidate) => Object.hasOwn(list, candidate))
}

const serveFile = async (
  files: BuiltFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const built = await files.get()
  if (built === undefined && path === '') return reply.redirect('/docs/api', 302)
  const name = built === undefined ? undefined : findFile(built.files, path)
  const file = name === undefined ? undefined : built?.files[name]
  if (name !== undefined && file !== undefined) {
    if (name.endsWith('.html')) void reply.headers(PAGE_HEADERS)
    if (await sendBuiltFile(files, { name, file }, request, reply)) return reply
  }
  throw new AppError('resource_not_found', `Page /docs/${path} does not exist; /docs lists all pages`)
}
