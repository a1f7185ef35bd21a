/** Code that connects a client to this service. */

export const SNIPPET_LANGUAGES = [
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
  { value: 'curl', label: 'curl' },
  { value: 'openai', label: 'OpenAI client' },
] as const

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]['value']

interface Target {
  /** The address of the service, for example `http://localhost:8123`. */
  url: string
  graph: string
  /** True if the service requires a key. */
  needsKey: boolean
}

const javascript = ({
  url,
  graph,
  needsKey,
}: Target): string => `import { Client } from "@langchain/langgraph-sdk"

const client = new Client({ apiUrl: "${url}"${needsKey ? ', apiKey: process.env.HEDDLE_API_KEY' : ''} })
const thread = await client.threads.create()
const input = { messages: [{ role: "user", content: "Plan a trip" }] }

const stream = client.runs.stream(thread.thread_id, "${graph}", { input })
for await (const part of stream) console.log(part.event, part.data)`

const python = ({
  url,
  graph,
  needsKey,
}: Target): string => `${needsKey ? 'import os\n' : ''}from langgraph_sdk import get_sync_client

client = get_sync_client(url="${url}"${needsKey ? ', api_key=os.environ["HEDDLE_API_KEY"]' : ''})
thread = client.threads.create()
messages = [{"role": "user", "content": "Plan a trip"}]

for part in client.runs.stream(thread["thread_id"], "${graph}", input={"messages": messages}):
    print(part.event, part.data)`

const curl = ({ url, graph, needsKey }: Target): string => `curl -N ${url}/runs/stream \\
  -H 'Content-Type: application/json' \\${needsKey ? '\n  -H "X-Api-Key: $HEDDLE_API_KEY" \\' : ''}
  -d '{"assistant_id": "${graph}",
       "input": {"messages": [{"role": "user", "content": "Plan a trip"}]},
       "stream_mode": "values"}'`

const openai = ({
  url,
  graph,
  needsKey,
}: Target): string => `${needsKey ? 'import os\n' : ''}from openai import OpenAI

client = OpenAI(base_url="${url}/v1", api_key=${needsKey ? 'os.environ["HEDDLE_API_KEY"]' : '"none"'})
completion = client.chat.completions.create(
    model="${graph}", messages=[{"role": "user", "content": "Plan a trip"}]
)
print(completion.choices[0].message.content)`

const WRITERS: Record<SnippetLanguage, (target: Target) => string> = { javascript, python, curl, openai }

export const writeSnippet = (language: SnippetLanguage, target: Target): string => WRITERS[language](target)
