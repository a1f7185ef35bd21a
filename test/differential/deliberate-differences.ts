/**
 * The deliberate differences between Heddle and LangGraph.js's development server, and their reasons. The suite fails on differences
 * that are not listed, and on listed differences that no longer occur.
 */
import type { DeliberateDifference } from './find-difference.js'

export const DELIBERATE_DIFFERENCES: DeliberateDifference[] = [
  {
    what: 'The built-in assistant of a graph has the description from langgraph.json',
    why: 'The LangGraph.js server reads the description but does not return it.',
    at: /assistants\S* body(\[\d+\])?\.description$/,
    peer: null,
  },
  // Errors
  {
    what: 'Invalid input is a 422 instead of a 400',
    why: 'Same as the platform. The body is JSON with `detail`, `message` and `error`, which both SDKs read; the LangGraph.js server sends text or a zod report.',
    at: / status$/,
    peer: 400,
    ours: 422,
  },
  {
    what: 'A run with `reject` on a busy thread is a 409 instead of a 422',
    why: 'Same as the platform.',
    scenarios: /^reject/,
    at: /POST \/threads\/\{thread_id\}\/runs status$/,
    peer: 422,
    ours: 409,
  },
  {
    what: 'A run in an unknown thread is a 404 instead of a 422 or 500',
    why: 'Same as the platform. The LangGraph.js server responds with “thread is already running a task” or “unreachable state”.',
    scenarios: /^a run of an unknown assistant/,
    at: /POST \/threads\/\{thread_id\}\/runs(\/wait)? status$/,
    ours: 404,
  },
  {
    what: 'Joining or streaming an unknown run is a 404',
    why: 'The LangGraph.js server sends a 200 without a result, or with an `error` event.',
    at: /runs\/\{run_id\}\/(join|stream) status$/,
    peer: 200,
    ours: 404,
  },
  {
    what: 'An assistant with an unknown graph is rejected',
    why: 'The LangGraph.js server creates it, and each of its runs fails.',
    scenarios: /^an assistant of an unknown graph$/,
    at: /POST \/assistants status$/,
    peer: 200,
    ours: 422,
  },
  {
    what: '`wait` returns the name and the message of an error that a graph threw',
    why: 'On the LangGraph.js server the name is always `Error`, and the message is JSON that contains both.',
    at: /runs\/wait body\.__error__\.(error|message)$/,
  },
  // Headers
  {
    what: '`Location` is the URL for resuming a stream or a `wait`',
    why: 'Without it, the SDKs do not reconnect after a lost connection.',
    at: / headers\.location$/,
  },
  {
    what: '`wait` responds with `application/json`',
    why: 'The LangGraph.js server sends `text/plain`.',
    at: /runs\/wait headers\.content-type$/,
    peer: 'text/plain',
    ours: 'application/json',
  },
  {
    what: '`Content-Location` of a stateless `wait` includes the thread',
    why: 'Same as the platform: the run can be joined at this URL.',
    at: /POST \/runs\/wait headers\.content-location$/,
  },
  {
    what: '`X-Pagination-Total` and `X-Pagination-Next` follow the page, also in lists of runs',
    why: 'Same as the platform. The LangGraph.js server sends `Next` only if the results fill exactly one page.',
    at: / headers\.x-pagination-(total|next)$/,
  },
  {
    what: 'Events of stateless streams have IDs',
    why: 'These streams can be resumed like all others.',
    at: /POST \/runs\/stream stream \S+\.hasId$/,
    peer: false,
    ours: true,
  },
  // Runs
  {
    what: 'The default of `multitask_strategy` is `enqueue`',
    why: 'Same as the platform. The LangGraph.js server uses `reject`.',
    at: /\.multitask_strategy$/,
    peer: 'reject',
    ours: 'enqueue',
  },
  {
    what: 'Runs are listed newest first, and `offset` is applied',
    why: 'The LangGraph.js server lists the oldest first, and uses `limit` as the end of the page.',
    scenarios: /^(runs are listed|a failing run reports)/,
    at: /GET \/threads\/\{thread_id\}\/runs(\/\{run_id\})? body(\[\d\])?\.(length|run_id|status|kwargs\.\S+)$/,
  },
  {
    what: '`select` is applied to lists of runs',
    why: 'The LangGraph.js server ignores it.',
    scenarios: /^runs are listed/,
    at: /GET \/threads\/\{thread_id\}\/runs body\[\d\]\.\w+$/,
    ours: undefined,
  },
  {
    what: 'The `metadata` of stateless runs contains the graph and the assistant',
    why: 'On the LangGraph.js server only the metadata of runs in threads contains them.',
    at: /POST \/runs(\/batch)? body(\[\d\])?\.(kwargs\.config\.)?metadata\.(graph_id|assistant_id)$/,
    peer: undefined,
  },
  {
    what: '`wait` and `join` of an interrupted run return the state together with `__interrupt__`',
    why: 'One response contains everything. The LangGraph.js server returns either the interrupt or the state.',
    scenarios: /^(an interrupted run is waited for|one of two interrupts)/,
    at: /runs(\/wait|\/\{run_id\}\/join) body\.\w+$/,
    peer: undefined,
  },
  {
    what: '`join` of a cancelled run returns `{}`',
    why: 'The LangGraph.js server sends an empty body, which is not JSON.',
    scenarios: /cancelled$/,
    at: /join body$/,
    peer: null,
    ours: {},
  },
  {
    what: '`cancel` responds immediately with a 202, or with `wait=true` with a 200 and the result',
    why: 'Same as the platform. The LangGraph.js server sends a 204, and waits even with `wait=0`.',
    at: /cancel (status|headers\.content-type|body)$/,
  },
  {
    what: '`rollback` removes the run and its changes',
    why: 'On the LangGraph.js server a started run ends with `error`, and its steps stay.',
    scenarios: /^(a run is cancelled and rolled back|rollback: a second run undoes the first)$/,
    at: /GET \/threads\/\{thread_id\}\/(runs\/\{run_id\} status|state body\.(values|next|tasks|metadata)\S*)$/,
  },
  {
    what: 'A run that replaces another run with `rollback` starts from the state before that run',
    why: 'On the LangGraph.js server it starts from the state that the other run left.',
    scenarios: /^rollback: /,
    at: /runs\/wait body\.log\.length$/,
  },
  // Streams
  {
    what: 'Message chunks have the type `AIMessageChunk`',
    why: 'On the LangGraph.js server they cannot be distinguished from whole messages.',
    at: /stream messages\S*\[\d+\]\.data\[0\]\.type$/,
    peer: 'ai',
    ours: 'AIMessageChunk',
  },
  {
    what: 'The chunk of a message does not have the `name` that an agent sets later',
    why: 'Agents of LangChain set the name when the message is complete. The LangGraph.js server sends it only if the message has one chunk.',
    scenarios: /^(the agent of the quick start|a deep agent)$/,
    at: /stream messages\[\d+\]\.data\[0\]\.name$/,
    peer: 'model',
  },
  {
    what: '`messages/partial` includes messages that a model returns without emitting tokens',
    why: 'A client can show the tool call before its result. On the LangGraph.js server it appears when the step has ended.',
    at: /stream messages\/(partial|metadata)\.length$/,
    scenarios: /^(the mode messages of a chat|many modes|a stateless run is streamed)/,
  },
  {
    what: 'Messages in a state have no `tool_call_chunks`',
    why: 'On the LangGraph.js server the chunks stay in the state beside the complete tool calls.',
    at: /\.tool_call_chunks$/,
    ours: undefined,
  },
  // Threads and states
  {
    what: 'A new thread already has `values`, `interrupts` and `state_updated_at`',
    why: 'The types of the SDK declare them as always present.',
    at: /\/threads\S* body(\[\d\])?\.(values|interrupts|state_updated_at)$/,
    peer: undefined,
  },
  {
    what: 'A thread does not keep headers and users of requests for later runs; its `config` does not contain them',
    why: 'They belong to one request. On the LangGraph.js server later runs of other clients see them.',
    at: /\/threads(\/\{thread_id\}|\/search) body(\[\d\])?\.config\.configurable\.user-agent$/,
    ours: undefined,
  },
  {
    what: 'The `values` of a thread are those of its last step, and `interrupts` contains only tasks with interrupts',
    why: 'On the LangGraph.js server an interrupted thread shows the previous step, and also tasks that are merely next.',
    scenarios:
      /^(interrupt(After|Before) |one of two interrupts|interrupts in a subgraph|a run has the settings|a failing run)/,
    at: /GET \/threads\/\{thread_id\} body\.(values|interrupts)\.\S+$/,
  },
  {
    what: 'A thread with a next step after a state update is `interrupted`',
    why: 'It waits for a run that continues. On the LangGraph.js server it is `idle`.',
    scenarios: /^a state is updated as a node/,
    at: /GET \/threads\/\{thread_id\} body\.status$/,
    peer: 'idle',
    ours: 'interrupted',
  },
  {
    what: 'A state has `interrupts`',
    why: 'Same as the platform.',
    at: /body(\[\d+\])?(\.tasks\[\d\]\.state)?\.interrupts$/,
    peer: undefined,
  },
  {
    what: 'The state of a thread without runs has `metadata`',
    why: 'Same as the platform.',
    at: /state body\.metadata$/,
    peer: undefined,
  },
  {
    what: 'The metadata of checkpoints and tasks has no `langgraph_plan`, `langgraph_host` and `run_attempt`',
    why: 'They describe the operation of the platform.',
    at: /\.(run_attempt|langgraph_plan|langgraph_host)$/,
    ours: undefined,
  },
  {
    what: 'The metadata of a checkpoint does not contain the checkpoint from which its run started',
    why: 'The checkpoint has a parent. On the LangGraph.js server a search by `checkpoint_id` finds the wrong checkpoints.',
    at: /\.metadata\.checkpoint_(id|ns|map)$/,
    ours: undefined,
  },
  {
    what: '`before` of a history accepts the checkpoint object that the SDK sends',
    why: 'The LangGraph.js server accepts only an ID, so the request of the SDK is a 400.',
    scenarios: /^a history is read by page/,
    at: /POST \/threads\/\{thread_id\}\/history status$/,
    peer: 400,
    ours: 200,
  },
  {
    what: 'The state at a checkpoint can include subgraphs',
    why: 'On the LangGraph.js server the flag that the SDK sends is a 400.',
    scenarios: /^the state at a checkpoint with/,
    at: /POST \/threads\/\{thread_id\}\/state\/checkpoint status$/,
    peer: 400,
    ours: 200,
  },
  {
    what: 'A filter by `values` finds only threads with these values',
    why: 'The LangGraph.js server also returns all threads without values.',
    scenarios: /^threads are searched/,
    at: /POST \/threads\/search body\.length$/,
  },
  {
    what: '`PATCH` of a thread with `Prefer: return=minimal` is a 204',
    why: 'The SDK requests it with that header, which the LangGraph.js server ignores.',
    scenarios: /updated without a response body$/,
    at: /PATCH \/threads\/\{thread_id\} (status|headers\.content-type|body)$/,
  },
  // Assistants
  {
    what: '`DELETE` of an assistant is a 204',
    why: 'The SDK does not read the body. The LangGraph.js server sends a list with the ID.',
    at: /DELETE \/assistants\/\{assistant_id\} (status|headers\.content-type|body)$/,
  },
  {
    what: 'Setting an earlier version of an assistant also restores its `context`',
    why: 'On the LangGraph.js server the newer context stays in effect.',
    scenarios: /^an assistant is created, read/,
    at: /(assistants\/\{assistant_id\}(\/latest)? body\.context\.step|runs\/wait body\.(total|log\[2\]))$/,
  },
  {
    what: 'A list of versions without a match is empty',
    why: 'The LangGraph.js server responds with 404 as if the assistant did not exist.',
    at: /\/versions status$/,
    peer: 404,
    ours: 200,
  },
  {
    what: '`sort_by` is applied to assistants',
    why: 'The LangGraph.js server always lists the newest first.',
    scenarios: /^assistants are searched/,
    at: /POST \/assistants\/search body\[\d\]\.\S+$/,
  },
  // Threads and the store
  {
    what: 'A copied thread has the metadata of the original',
    why: 'Metadata belongs to the client. The LangGraph.js server adds the ID of the copy.',
    scenarios: /^(a thread is copied|runs inherit)/,
    at: /copy body\.metadata\.thread_id$/,
  },
  {
    what: 'A thread that was created with supersteps and has a next step is `interrupted`',
    why: 'Same as after a run that stopped there. On the LangGraph.js server it is `idle`.',
    scenarios: /^a thread is created with supersteps/,
    at: /POST \/threads body\.status$/,
    peer: 'idle',
    ours: 'interrupted',
  },
  {
    what: 'The metadata of states that were created with a thread contains the graph',
    why: 'Same as all other states. On the LangGraph.js server it is missing.',
    scenarios: /^a thread is created with supersteps/,
    at: /metadata\.graph_id$/,
    peer: undefined,
  },
  {
    what: 'A search of the store returns the latest items first',
    why: 'Same as LangGraph’s store for PostgreSQL. The LangGraph.js server returns the items in insertion order.',
    scenarios: /^store items are written/,
    at: /store\/items\/search body\.items\[\d\]/,
  },
  // The rest
  {
    what: '`/info` describes Heddle, including its crons',
    why: 'Heddle is another server with its own version.',
    at: /GET \/info body\.\S+$/,
  },
  {
    what: 'Sequence numbers of a thread are the same on every node and after a restart',
    why: 'On the LangGraph.js server they are counted from 1 in memory.',
    at: /commands body\.meta\.applied_through_seq$/,
  },
  {
    what: 'Error messages of commands differ',
    why: 'The error code, which clients read, is the same.',
    at: /commands body\.message$/,
  },
]
