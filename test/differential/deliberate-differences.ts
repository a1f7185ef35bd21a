/**
 * Where Heddle answers otherwise than LangGraph.js's development server, and why. Everything else is the same; a difference that is
 * not listed fails the suite, and so does one that is listed and does not occur.
 */
import type { DeliberateDifference } from './find-difference.js'

export const DELIBERATE_DIFFERENCES: DeliberateDifference[] = [
  {
    what: 'The assistant of a graph has the description that langgraph.json gives the graph',
    why: 'There it is read, and not shown.',
    at: /assistants\S* body(\[\d+\])?\.description$/,
    peer: null,
  },
  // Errors
  {
    what: 'Bad input is a 422, and not a 400',
    why: 'So does the platform. The body is JSON with `detail`, `message` and `error`, which both SDKs read; there it is text, or zod’s own report.',
    at: / status$/,
    peer: 400,
    ours: 422,
  },
  {
    what: 'A busy thread with `reject` is a 409, and not a 422',
    why: 'So does the platform.',
    scenarios: /^reject/,
    at: /POST \/threads\/\{thread_id\}\/runs status$/,
    peer: 422,
    ours: 409,
  },
  {
    what: 'A run in a thread that does not exist is a 404, and not a 422 or a 500',
    why: 'So does the platform. There it is “thread is already running a task” or “unreachable state”.',
    scenarios: /^a run of nobody/,
    at: /POST \/threads\/\{thread_id\}\/runs(\/wait)? status$/,
    ours: 404,
  },
  {
    what: 'To join or follow a run that does not exist is a 404',
    why: 'There it is a 200 without a result, or with an `error` event.',
    at: /runs\/\{run_id\}\/(join|stream) status$/,
    peer: 200,
    ours: 404,
  },
  {
    what: 'An assistant of an unknown graph is refused',
    why: 'There it is made, and each of its runs fails.',
    scenarios: /^an assistant of a graph that is not there$/,
    at: /POST \/assistants status$/,
    peer: 200,
    ours: 422,
  },
  {
    what: 'An error that a graph threw is told to who waits as it is: its name and its text',
    why: 'There the name is always `Error`, and the text is JSON that holds both once more.',
    at: /runs\/wait body\.__error__\.(error|message)$/,
  },
  // Headers
  {
    what: '`Location` says where a stream or a wait is taken up again',
    why: 'Without it the SDKs do not reconnect after a lost connection.',
    at: / headers\.location$/,
  },
  {
    what: '`wait` answers with `application/json`',
    why: 'There it is called `text/plain`.',
    at: /runs\/wait headers\.content-type$/,
    peer: 'text/plain',
    ours: 'application/json',
  },
  {
    what: '`Content-Location` of a stateless `wait` names the thread too',
    why: 'So does the platform: it is where the run can be joined.',
    at: /POST \/runs\/wait headers\.content-location$/,
  },
  {
    what: '`X-Pagination-Total` and `X-Pagination-Next` go by pages, on lists of runs too',
    why: 'So does the platform. There `Next` is sent only when all that there is fills one page exactly.',
    at: / headers\.x-pagination-(total|next)$/,
  },
  {
    what: 'Events of stateless streams have ids',
    why: 'They can be taken up again like the others.',
    at: /POST \/runs\/stream stream \S+\.hasId$/,
    peer: false,
    ours: true,
  },
  // Runs
  {
    what: '`multitask_strategy` is `enqueue` unless it is given',
    why: 'So does the platform. There it is `reject`.',
    at: /\.multitask_strategy$/,
    peer: 'reject',
    ours: 'enqueue',
  },
  {
    what: 'Runs are listed newest first, and `offset` counts',
    why: 'There the oldest come first, and `limit` is taken for the end of the page.',
    scenarios: /^(runs are listed|a run that fails says so)/,
    at: /GET \/threads\/\{thread_id\}\/runs(\/\{run_id\})? body(\[\d\])?\.(length|run_id|status|kwargs\.\S+)$/,
  },
  {
    what: '`select` of runs is honoured',
    why: 'There it is ignored.',
    scenarios: /^runs are listed/,
    at: /GET \/threads\/\{thread_id\}\/runs body\[\d\]\.\w+$/,
    ours: undefined,
  },
  {
    what: 'Stateless runs, too, name their graph and assistant in `metadata`',
    why: 'There only those of threads do.',
    at: /POST \/runs(\/batch)? body(\[\d\])?\.(kwargs\.config\.)?metadata\.(graph_id|assistant_id)$/,
    peer: undefined,
  },
  {
    what: 'Who waits for a run that asks something gets the state beside `__interrupt__`, also when it asks once more or joins later',
    why: 'One answer holds all there is to know. There it is the question alone, or the state alone.',
    scenarios: /^(a run that asks is waited for|of two questions)/,
    at: /runs(\/wait|\/\{run_id\}\/join) body\.\w+$/,
    peer: undefined,
  },
  {
    what: 'Who joins a run that was cancelled gets `{}`',
    why: 'There it is nothing at all, which is not JSON.',
    scenarios: /cancelled$/,
    at: /join body$/,
    peer: null,
    ours: {},
  },
  {
    what: '`cancel` answers at once with a 202, or with `wait=true` with a 200 and the result',
    why: 'So does the platform. There it is a 204, and `wait=0` waits.',
    at: /cancel (status|headers\.content-type|body)$/,
  },
  {
    what: '`rollback` takes back what the run did, and the run',
    why: 'There a run that has begun ends in `error`, and its steps stay.',
    scenarios: /^(a run is cancelled and rolled back|rollback: a second run undoes the first)$/,
    at: /GET \/threads\/\{thread_id\}\/(runs\/\{run_id\} status|state body\.(values|next|tasks|metadata)\S*)$/,
  },
  {
    what: 'A run that takes the place of another with `rollback` starts from before it',
    why: 'There it starts from what the other left.',
    scenarios: /^rollback: /,
    at: /runs\/wait body\.log\.length$/,
  },
  // Streams
  {
    what: '`messages` tells what models write and what nodes add, as it comes about',
    why: 'There it is made of `values`: the input is told once more, and tool calls only when they are complete.',
    at: /stream (messages\/(partial|metadata|complete)\.length|ends\[1\])$/,
    scenarios: /^(the mode messages of|many modes|a run of its own is streamed)/,
  },
  {
    what: 'Pieces of messages have the type `AIMessageChunk`',
    why: 'There nothing tells them apart from whole messages.',
    at: /stream messages\[\d+\]\.data\[0\]\.type$/,
    peer: 'ai',
    ours: 'AIMessageChunk',
  },
  {
    what: '`messages` of nodes of the graph itself have no namespace',
    why: 'A namespace is that of a nested graph. There it is that of the node.',
    scenarios: /^the mode messages-tuple of a chat, with graphs within$/,
    at: /stream (messages\S*\.length|ends\[1\])$/,
  },
  {
    what: 'Messages in a state are whole: they have no `tool_call_chunks`',
    why: 'There those pieces stay in the state beside the calls that were made of them.',
    at: /\.tool_call_chunks$/,
    ours: undefined,
  },
  {
    what: 'A stream with nested graphs has no events that were not asked for',
    why: 'There events `checkpoints` come with `values`.',
    at: /stream (checkpoints\S*\.length|ends\[1\])$/,
    scenarios: /^the mode (values|messages) of a graph in a graph$/,
  },
  {
    what: 'The first of `events` shows the input as the graph got it: messages with their ids',
    why: 'There it is shown as it was sent.',
    scenarios: /^the mode events of a chat/,
    at: /stream events\[0\]\.data\.data\.input\.messages\[0\]\.\w+$/,
  },
  // Threads and states
  {
    what: 'A thread shows `values`, `interrupts` and `state_updated_at` from the beginning',
    why: 'The types of the SDK say that they are there.',
    at: /\/threads\S* body(\[\d\])?\.(values|interrupts|state_updated_at)$/,
    peer: undefined,
  },
  {
    what: 'The `config` of a thread does not hold headers of the request that made its run',
    why: 'The graph gets them, in `config.configurable`; they say nothing of the thread.',
    at: /\/threads(\/\{thread_id\}|\/search) body(\[\d\])?\.config\.configurable$/,
    ours: undefined,
  },
  {
    what: 'The `values` of a thread are those of its last step, and `interrupts` names only tasks that asked something',
    why: 'There a thread that waits shows the step before, and tasks that merely come next.',
    scenarios:
      /^(interrupt(After|Before) |of two questions|questions in a nested|a run has what|a run that fails)/,
    at: /GET \/threads\/\{thread_id\} body\.(values|interrupts)\.\S+$/,
  },
  {
    what: 'A thread whose state was changed, and that has a next step, is `interrupted`',
    why: 'It waits for somebody to go on. There it is `idle`.',
    scenarios: /^a state is changed as a node/,
    at: /GET \/threads\/\{thread_id\} body\.status$/,
    peer: 'idle',
    ours: 'interrupted',
  },
  {
    what: 'A state has `interrupts`',
    why: 'So does the platform.',
    at: /body(\[\d+\])?(\.tasks\[\d\]\.state)?\.interrupts$/,
    peer: undefined,
  },
  {
    what: 'The state of a thread in which nothing has run has `metadata`',
    why: 'So does the platform.',
    at: /state body\.metadata$/,
    peer: undefined,
  },
  {
    what: 'The metadata of checkpoints and tasks does not say `langgraph_plan`, `langgraph_host` and `run_attempt`',
    why: 'They tell of the platform’s own operation.',
    at: /\.(run_attempt|langgraph_plan|langgraph_host)$/,
    ours: undefined,
  },
  {
    what: 'The metadata of a checkpoint does not say where in the history its run started',
    why: 'The checkpoint has its parent; there a search by `checkpoint_id` finds the wrong ones.',
    at: /\.metadata\.checkpoint_(id|ns|map)$/,
    ours: undefined,
  },
  {
    what: 'A history can start before a checkpoint that is given as the SDK gives it',
    why: 'There only its id is taken; what the SDK sends is a 400.',
    scenarios: /^a history by page/,
    at: /POST \/threads\/\{thread_id\}\/history status$/,
    peer: 400,
    ours: 200,
  },
  {
    what: 'The state at a checkpoint is told with nested graphs',
    why: 'There the flag that the SDK sends is a 400.',
    scenarios: /^the state at a checkpoint with/,
    at: /POST \/threads\/\{thread_id\}\/state\/checkpoint status$/,
    peer: 400,
    ours: 200,
  },
  {
    what: 'A filter by `values` finds only threads that have these values',
    why: 'There it finds every thread without values as well.',
    scenarios: /^threads are searched/,
    at: /POST \/threads\/search body\.length$/,
  },
  {
    what: '`PATCH` of a thread with `Prefer: return=minimal` is a 204',
    why: 'The SDK asks for it by that header. There the header is ignored.',
    scenarios: /changed without an answer$/,
    at: /PATCH \/threads\/\{thread_id\} (status|headers\.content-type|body)$/,
  },
  // Assistants
  {
    what: '`DELETE` of an assistant is a 204',
    why: 'The SDK reads nothing from it. There it is a list with the id.',
    at: /DELETE \/assistants\/\{assistant_id\} (status|headers\.content-type|body)$/,
  },
  {
    what: 'To set back the version of an assistant sets back its `context`',
    why: 'There the newer one stays, and runs with it.',
    scenarios: /^an assistant is made, read/,
    at: /(assistants\/\{assistant_id\}(\/latest)? body\.context\.step|runs\/wait body\.(total|log\[2\]))$/,
  },
  {
    what: '`sort_by` of assistants is honoured',
    why: 'There the newest always come first.',
    scenarios: /^assistants are searched/,
    at: /POST \/assistants\/search body\[\d\]\.\S+$/,
  },
  {
    what: 'The schemas of a graph that was made with a `StateSchema` include that of its context',
    why: 'There it is left out.',
    at: /schemas body\.(config|context)_schema$/,
    peer: undefined,
  },
  {
    what: 'What a graph takes may have more keys than its schema names',
    why: 'So it is: they are dropped. There the schema says that they are refused.',
    at: /\.additionalProperties$/,
    peer: false,
    ours: undefined,
  },
  {
    what: 'A nested graph without settings says so: `config` is null',
    why: 'There it is left out.',
    at: /subgraphs\S* body\.\w+\.config$/,
    peer: undefined,
    ours: null,
  },
  // Threads and the store
  {
    what: 'The metadata of a copied thread is that of the original',
    why: 'It is the client’s. There the id of the copy is put into it.',
    scenarios: /^a thread is copied/,
    at: /copy body\.metadata\.thread_id$/,
  },
  {
    what: 'A thread that was made with steps, and has a next one, is `interrupted`',
    why: 'As after a run that stopped there. There it is `idle`.',
    scenarios: /^a thread begins with steps/,
    at: /POST \/threads body\.status$/,
    peer: 'idle',
    ours: 'interrupted',
  },
  {
    what: 'States that were made with a thread say of which graph they are',
    why: 'As all others do. There these do not.',
    scenarios: /^a thread begins with steps/,
    at: /metadata\.graph_id$/,
    peer: undefined,
  },
  {
    what: 'What was stored last comes first in a search of the store',
    why: 'As in LangGraph’s own store for PostgreSQL. There it is the order in which items came.',
    scenarios: /^items are kept/,
    at: /store\/items\/search body\.items\[\d\]/,
  },
  // The rest
  {
    what: '`/info` says what Heddle is, and that it has crons',
    why: 'It is another server, with its own version.',
    at: /GET \/info body\.\S+$/,
  },
  {
    what: 'Events of a thread have numbers that hold on every node and after a restart',
    why: 'There they count from 1 in the memory of the process.',
    at: /commands body\.meta\.applied_through_seq$/,
  },
  {
    what: 'Refusals of commands are worded by us',
    why: 'The code, which clients read, is the same.',
    at: /commands body\.message$/,
  },
]
