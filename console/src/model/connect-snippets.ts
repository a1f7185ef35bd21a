/** Code that connects a client to this service. */

export const SNIPPET_LANGUAGES = [
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
  { value: 'curl', label: 'curl' },
  { value: 'openai', label: 'OpenAI client' },
] as const

/** Further clients, which the page Connect offers beside those of Home. */
export const MORE_SNIPPETS = [
  { value: 'usestream', label: 'React useStream' },
  { value: 'openaijs', label: 'OpenAI client, JS' },
  { value: 'mcp', label: 'MCP' },
  { value: 'a2a', label: 'A2A' },
  { value: 'chat', label: 'Agent Chat UI' },
] as const

export type SnippetLanguage =
  | (typeof SNIPPET_LANGUAGES)[number]['value']
  | (typeof MORE_SNIPPETS)[number]['value']

interface Target {
  /** The address of the service, for example `http://localhost:8123`. */
  url: string
  /** The id, the name or the graph of an assistant. */
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

const usestream = ({
  url,
  graph,
  needsKey,
}: Target): string => `import { useStream } from "@langchain/langgraph-sdk/react"

export function Chat() {
  const stream = useStream({
    apiUrl: "${url}",${needsKey ? '\n    apiKey: HEDDLE_API_KEY, // for a trusted page only: everyone who opens it can read the key' : ''}
    assistantId: "${graph}",
    messagesKey: "messages",
  })
  const send = (content) => stream.submit({ messages: [{ type: "human", content }] })
  return (
    <form onSubmit={(event) => { event.preventDefault(); send(event.target.text.value) }}>
      {stream.messages.map((message) => <p key={message.id}>{String(message.content)}</p>)}
      <input name="text" />
    </form>
  )
}`

const openaijs = ({ url, graph, needsKey }: Target): string => `import OpenAI from "openai"

const client = new OpenAI({ baseURL: "${url}/v1", apiKey: ${needsKey ? 'process.env.HEDDLE_API_KEY' : '"none"'} })
const stream = await client.chat.completions.create({
  model: "${graph}",
  messages: [{ role: "user", content: "Plan a trip" }],
  stream: true,
})
for await (const part of stream) process.stdout.write(part.choices[0]?.delta?.content ?? "")`

const mcp = ({ url, graph, needsKey }: Target): string => `{
  "mcpServers": {
    "heddle": {
      "type": "http",
      "url": "${url}/mcp"${needsKey ? ',\n      "headers": { "Authorization": "Bearer ${HEDDLE_API_KEY}" }' : ''}
    }
  }
}

// Each assistant is a tool of this server, for example "${graph}".`

const a2a = ({
  url,
  graph,
  needsKey,
}: Target): string => `# The agent card: ${url}/a2a/${graph}/.well-known/agent-card.json
curl ${url}/a2a/${graph} \\
  -H 'Content-Type: application/json' \\${needsKey ? '\n  -H "Authorization: Bearer $HEDDLE_API_KEY" \\' : ''}
  -d '{"jsonrpc": "2.0", "id": 1, "method": "message/send",
       "params": {"message": {"kind": "message", "messageId": "1", "role": "user",
                              "parts": [{"kind": "text", "text": "Plan a trip"}]}}}'`

const chat = ({ url, graph, needsKey }: Target): string => `npx create-agent-chat-app
# then in its .env:
NEXT_PUBLIC_API_URL="${url}"
NEXT_PUBLIC_ASSISTANT_ID="${graph}"${needsKey ? '\n# The page asks for a key on first use; it is sent as X-Api-Key: $HEDDLE_API_KEY' : ''}`

const WRITERS: Record<SnippetLanguage, (target: Target) => string> = {
  javascript,
  python,
  curl,
  openai,
  usestream,
  openaijs,
  mcp,
  a2a,
  chat,
}

export const writeSnippet = (language: SnippetLanguage, target: Target): string => WRITERS[language](target)
