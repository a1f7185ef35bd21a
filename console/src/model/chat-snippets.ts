/** The same run as a command or as a program. */
import { stringifyExact } from './exact-json.ts'

export interface RunSnippet {
  origin: string
  threadId: string
  assistant: string
  input: unknown
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const toCurl = ({ origin, threadId, assistant, input }: RunSnippet): string =>
  [
    `curl -N ${quote(`${origin}/threads/${threadId}/runs/stream`)} \\`,
    `  -H 'content-type: application/json' -H "x-api-key: $HEDDLE_API_KEY" \\`,
    `  -d ${quote(stringifyExact({ assistant_id: assistant, input, stream_mode: ['messages-tuple', 'values'] }))}`,
  ].join('\n')

export const toJavaScript = ({ origin, threadId, assistant, input }: RunSnippet): string =>
  [
    "import { Client } from '@langchain/langgraph-sdk'",
    '',
    `const client = new Client({ apiUrl: ${JSON.stringify(origin)}, apiKey: process.env.HEDDLE_API_KEY })`,
    `const stream = client.runs.stream(${JSON.stringify(threadId)}, ${JSON.stringify(assistant)}, {`,
    `  input: ${stringifyExact(input)},`,
    "  streamMode: ['messages-tuple', 'values'],",
    '})',
    'for await (const { event, data } of stream) console.log(event, data)',
  ].join('\n')

/** JSON differs from Python in three words, which must not be replaced inside of texts. */
const toPythonLiteral = (value: unknown): string =>
  stringifyExact(value).replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) =>
    token === 'true' ? 'True' : token === 'false' ? 'False' : token === 'null' ? 'None' : token,
  )

export const toPython = ({ origin, threadId, assistant, input }: RunSnippet): string =>
  [
    'import os',
    'from langgraph_sdk import get_sync_client',
    '',
    `client = get_sync_client(url=${JSON.stringify(origin)}, api_key=os.environ.get("HEDDLE_API_KEY"))`,
    `for part in client.runs.stream(${JSON.stringify(threadId)}, ${JSON.stringify(assistant)}, input=${toPythonLiteral(input)}, stream_mode=["messages-tuple", "values"]):`,
    '    print(part.event, part.data)',
  ].join('\n')
