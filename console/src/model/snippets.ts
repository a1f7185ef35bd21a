/** Requests of the console as commands and code that can be pasted elsewhere. They read the key from the environment. */
import { stringifyExact } from './exact-json.ts'

export interface ApiCall {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  /** True if the response is a stream, which curl must not buffer. */
  streams?: boolean
}

/** Inside of single quotes, a shell interprets nothing except the quote itself. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const toCurl = (origin: string, { method, path, body, streams = false }: ApiCall): string => {
  const parts = [
    `curl${streams ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(origin + path)}`,
    '-H "Authorization: Bearer $HEDDLE_API_KEY"',
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quoteForShell(stringifyExact(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

export const toFetch = (origin: string, { method, path, body }: ApiCall): string => {
  const headers = [
    '    authorization: `Bearer ${process.env.HEDDLE_API_KEY}`,',
    ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
  ]
  return [
    `const response = await fetch(${JSON.stringify(origin + path)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indentRest(stringifyExact(body, 2))}),`]),
    '})',
    'console.log(await response.json())',
  ].join('\n')
}

const indentRest = (text: string): string => text.replaceAll('\n', '\n  ')

interface RunCall {
  origin: string
  assistantId: string
  threadId?: string | undefined
  input: unknown
}

export const toJavaScriptSdk = ({ origin, assistantId, threadId, input }: RunCall): string =>
  [
    "import { Client } from '@langchain/langgraph-sdk'",
    '',
    `const client = new Client({ apiUrl: ${JSON.stringify(origin)}, apiKey: process.env.HEDDLE_API_KEY })`,
    `const stream = client.runs.stream(${threadId === undefined ? 'null' : JSON.stringify(threadId)}, ${JSON.stringify(assistantId)}, {`,
    `  input: ${indentRest(stringifyExact(input, 2))},`,
    "  streamMode: 'updates',",
    '})',
    'for await (const chunk of stream) console.log(chunk)',
  ].join('\n')

/** JSON with the literals of Python. Strings are the same in both languages, since JSON escapes are valid in Python. */
const toPython = (value: unknown): string =>
  stringifyExact(value, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
    (token, literal: string | undefined) =>
      literal === undefined ? token : ({ true: 'True', false: 'False', null: 'None' }[literal] ?? token),
  )

export const toPythonSdk = ({ origin, assistantId, threadId, input }: RunCall): string =>
  [
    'import os',
    'from langgraph_sdk import get_sync_client',
    '',
    `client = get_sync_client(url=${JSON.stringify(origin)}, api_key=os.environ.get("HEDDLE_API_KEY"))`,
    'for chunk in client.runs.stream(',
    `    ${threadId === undefined ? 'None' : JSON.stringify(threadId)},`,
    `    ${JSON.stringify(assistantId)},`,
    `    input=${toPython(input).replaceAll('\n', '\n    ')},`,
    '    stream_mode="updates",',
    '):',
    '    print(chunk)',
  ].join('\n')
