/**
 * Declares the settings. The schema of a setting contains its validation, its default and its description in docs/configuration.md and
 * .env.example.
 */
import { Type } from 'typebox'

const text = (description: string, options: object = {}) => Type.String({ description, ...options })
const optional = (description: string, options: object = {}) => Type.Optional(text(description, options))
const flag = (description: string, options: object = {}) =>
  Type.Boolean({ description, default: false, ...options })
const list = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1 }), { description, default: [], ...options })
const choice = <const T extends readonly string[]>(values: T, description: string, fallback: T[number]) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description, default: fallback })

const secret = true
const namedValues = {
  items: { type: 'string', pattern: '^[^=,]+=[^,]*$' },
  expected: 'must be a comma-separated list of name=value',
}

export const SettingsSchema = Type.Object({
  PORT: Type.Integer({
    description: 'The port that the service listens on.',
    default: 8123,
    minimum: 0,
    maximum: 65535,
  }),
  HOST: text(
    'The address that the service listens on: `localhost` for both loopback addresses, `0.0.0.0` for all interfaces.',
    {
      default: 'localhost',
      minLength: 1,
    },
  ),
  DATABASE_URL: text(
    '`sqlite:<file>` for the embedded database, `postgres://…` for PostgreSQL (required for several nodes). ' +
      'With several hosts, as in `postgres://user@a,b,c/db`, the one that accepts writes is used.',
    {
      default: 'sqlite:./data/heddle.db',
      pattern: '^(sqlite:.+|postgres(ql)?://.+)$',
      expected: 'must be sqlite:<file> or postgres://…',
      aliases: ['DATABASE_URI'],
      secret,
    },
  ),
  DATABASE_DIRECT_URL: optional(
    'Set it if `DATABASE_URL` is PgBouncer in transaction mode: the URL of PostgreSQL without PgBouncer, for notifications and migrations.',
    { pattern: '^postgres(ql)?://.+$', expected: 'must be postgres://…', secret },
  ),
  DATABASE_POOL_SIZE: Type.Optional(
    Type.Integer({
      description: 'Size of the PostgreSQL connection pool (default: 10).',
      minimum: 1,
      maximum: 500,
    }),
  ),
  DURABILITY: choice(
    ['full', 'relaxed'],
    '`full`: a write is on disk before its 2xx response is sent. `relaxed`: a power failure can lose the latest writes.',
    'full',
  ),
  AUTH_ENABLED: flag('Require an API key or a JWT for every request.'),
  API_KEYS: list('Initial admin keys, separated by commas. Create further keys with the API or the CLI.', {
    items: { type: 'string', minLength: 16, pattern: '^[\\x21-\\x7e]+$' },
    expected: 'must be a comma-separated list of keys with at least 16 printable characters each',
    secret,
  }),
  JWT_SECRET: optional('The secret that verifies HS256 tokens; use at least 32 bytes.', {
    minLength: 1,
    secret,
  }),
  JWT_JWKS_URL: optional('The JWKS URL with the public keys that verify RS256, ES256 and EdDSA tokens.', {
    pattern: '^https?://.+$',
    expected: 'must be an http(s) URL',
  }),
  JWT_ISSUER: optional('The required issuer (`iss`) of tokens.', { minLength: 1 }),
  JWT_AUDIENCE: optional('The required audience (`aud`) of tokens.', { minLength: 1 }),
  JWT_REQUIRE_EXP: flag('Reject tokens without an expiration time (`exp`).'),
  ENCRYPTION_KEY: list(
    'Keys that encrypt stored secrets, 32 bytes each in base64 or hex. The first one encrypts, all decrypt. ' +
      'Default: a key file beside the embedded database; PostgreSQL has none. See docs/secrets.md.',
    {
      items: { type: 'string', pattern: '^(plaintext|[0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$' },
      expected:
        'must be a comma-separated list of keys with 32 bytes each in base64 or hex (openssl rand -base64 32)',
      secret,
    },
  ),
  CONSOLE: choice(
    ['on', 'off'],
    'Serve the web console at `/console`. With `off`, `/console` does not exist and sessions of the console are not accepted.',
    'on',
  ),
  METRICS_AUTH: flag('Require credentials for `/metrics`.'),
  METRICS_DETAILS: Type.Optional(
    Type.Boolean({
      description:
        'Name assistants and tools in `/metrics`, where every tenant can read them (default: true without authentication, false with it).',
    }),
  ),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    description: 'Requests per minute and key, when authentication is on.',
    default: 100,
    minimum: 1,
  }),
  RATE_LIMIT_BURST: Type.Integer({
    description: 'Size of the token bucket: how many requests a key may send in a burst.',
    default: 200,
    minimum: 1,
  }),
  TENANT_RATE_LIMIT_PER_MINUTE: Type.Integer({
    description:
      'Requests per minute of all keys of a tenant together, when authentication is on, with bursts of twice as many. 0 means no limit.',
    default: 0,
    minimum: 0,
  }),
  CORS_ORIGINS: list(
    'Origins that may call the API from a browser. Default: loopback and, with authentication off, the hosted LangGraph pages.',
  ),
  TRUST_PROXY: flag(
    'Read the client address from `X-Forwarded-For`. Enable it only behind a proxy that sets this header.',
  ),
  MAX_BODY_BYTES: Type.Integer({
    description: 'Maximum size of a request body; for runs the limit is ten times higher.',
    default: 1_048_576,
    minimum: 1_024,
    maximum: 104_857_600,
  }),
  MAX_STATE_BYTES: Type.Integer({
    description:
      'Maximum size of the state of a thread: the sum of the values of a checkpoint as JSON. An input or an update that exceeds it is rejected, and a run fails with `state_too_large`. ' +
      'A large state takes several times its size in `EXECUTOR_MEMORY_MB`.',
    default: 33_554_432,
    minimum: 1_024,
    maximum: 268_435_456,
  }),
  ROLE: choice(
    ['all', 'api', 'worker'],
    'What this node does: `api` serves requests, `worker` executes runs, `all` does both. `api` and `worker` need PostgreSQL.',
    'all',
  ),
  WORKER_CONCURRENCY: Type.Integer({
    description:
      'Maximum number of runs that this node executes concurrently. Runs that wait for a model are not limited otherwise; ' +
      'while the threads of the node have no idle time, or the memory of the executor threads is scarce, it adds no runs to the first 64.',
    default: 2_000,
    minimum: 1,
    maximum: 10_000,
    aliases: ['N_JOBS_PER_WORKER'],
  }),
  MAX_PENDING_REQUESTS: Type.Integer({
    description:
      'Number of requests that this node handles at the same time; further ones get a 503. Streams and requests that wait for a run do not count.',
    default: 1_000,
    minimum: 1,
  }),
  MAX_QUEUED_RUNS: Type.Integer({
    description:
      'Number of queued runs of all tenants at which new runs are rejected with a 503. 0 means no limit.',
    default: 1_000_000,
    minimum: 0,
  }),
  TENANT_MAX_QUEUED_RUNS: Type.Integer({
    description:
      'Number of queued runs of one tenant at which its new runs are rejected with a 429. 0 means no limit.',
    default: 0,
    minimum: 0,
  }),
  TENANT_MAX_RUNNING_RUNS: Type.Integer({
    description:
      'Number of runs of one tenant that are in progress at the same time, on all nodes together; further runs wait in the queue. 0 means no limit.',
    default: 0,
    minimum: 0,
  }),
  EXECUTOR_THREADS: Type.Optional(
    Type.Integer({
      description:
        'Number of executor threads, which run graphs (default: number of CPU cores minus one, at most eight).',
      minimum: 1,
      maximum: 64,
    }),
  ),
  EXECUTOR_MEMORY_MB: Type.Integer({
    description: 'Memory limit of an executor thread. A thread that exceeds it is replaced.',
    default: 512,
    minimum: 64,
  }),
  EXECUTOR_HANG_SECONDS: Type.Number({
    description:
      'An executor thread without a heartbeat for this long is replaced. Time spent waiting for a CPU core does not count.',
    default: 5,
    minimum: 1,
  }),
  RUN_TIMEOUT_SECONDS: Type.Integer({
    description: 'Time limit of one execution of a run.',
    default: 3_600,
    minimum: 1,
    maximum: 2_000_000,
    aliases: ['BG_JOB_TIMEOUT_SECS'],
  }),
  RUN_MAX_ATTEMPTS: Type.Integer({
    description:
      'How many crashes without progress a run may cause. A crash of the whole process counts only if a node of the run had started, ' +
      'and the run fails only if it also ends a process of its own. With 1, no node is executed again after a crash.',
    default: 3,
    minimum: 1,
    maximum: 100,
  }),
  RUN_MAX_RECURSION_LIMIT: Type.Integer({
    description:
      'The highest `recursion_limit` (steps of a graph) that a request may set. Assistants and crons that were stored with a higher one run with this one.',
    default: 10_000,
    minimum: 1,
  }),
  ACTION_TIMEOUT_SECONDS: Type.Integer({
    description: 'How long a run waits for tool outputs or human input before it fails; 0 means no limit.',
    default: 0,
    minimum: 0,
  }),
  LANGGRAPH_JSON: text('Path of the `langgraph.json` file of your project. It is optional.', {
    default: './langgraph.json',
    minLength: 1,
  }),
  LANGGRAPH_CONFIG: optional(
    'Configs of the assistants that your graphs get when they are first served, as JSON: ' +
      '`{"<graph ID>": {"configurable": {…}, "context": {…}}}`. A path of `langgraph.json` is still accepted, with a warning.',
    { minLength: 1, secret },
  ),
  BUILT_IN_AGENT: flag(
    'Also serve the built-in assistant `agent` if there is a `langgraph.json`. Without one it is always served.',
  ),
  DEFAULT_MODEL: optional('Default model of assistants, in the form `provider:model`.', { minLength: 1 }),
  DEMO_MODEL: choice(
    ['auto', 'on', 'off'],
    '`auto`: the built-in demo model is used while no model provider is configured.',
    'auto',
  ),
  MODEL_PRICES_FILE: optional(
    'A JSON file with the prices of models, which extends and overrides the built-in prices. See docs/statistics.md.',
    { minLength: 1 },
  ),
  OPENAI_API_KEY: optional('API key for OpenAI models.', { minLength: 1, secret }),
  OPENAI_BASE_URL: optional(
    'Base URL of an OpenAI-compatible endpoint, for example a gateway, vLLM, LM Studio or Ollama.',
    {
      pattern: '^https?://.+$',
      expected: 'must be an http(s) URL',
    },
  ),
  ANTHROPIC_API_KEY: optional('API key for Anthropic models. Requires the package `@langchain/anthropic`.', {
    minLength: 1,
    secret,
  }),
  OLLAMA_BASE_URL: optional('Base URL of Ollama, for example `http://localhost:11434`.', {
    pattern: '^https?://.+$',
    expected: 'must be an http(s) URL',
  }),
  MODEL_TIMEOUT_SECONDS: Type.Number({
    description: 'How long to wait for a model: for the first token, and between two chunks.',
    default: 120,
    minimum: 1,
    maximum: 2_000_000,
  }),
  MODEL_MAX_RETRIES: Type.Integer({
    description: 'How often a model call is retried after a 429, a 5xx or a connection error.',
    default: 3,
    minimum: 0,
    maximum: 20,
  }),
  WEBHOOK_TIMEOUT_SECONDS: Type.Number({
    description: 'Time limit of a webhook request, from connecting to the end of the response.',
    default: 15,
    minimum: 0.1,
    maximum: 300,
  }),
  WEBHOOK_RETRY_SECONDS: Type.Array(Type.Number({ minimum: 0, maximum: 2_592_000 }), {
    description:
      'Delays between the attempts of a delivery, separated by commas. Each delay varies randomly by up to 20 %.',
    default: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
    expected: 'must be a comma-separated list of seconds',
  }),
  WEBHOOK_DISABLE_AFTER_HOURS: Type.Number({
    description: 'A webhook is disabled after it failed for this long without a success in between.',
    default: 120,
    minimum: 0,
  }),
  WEBHOOK_CONCURRENCY: Type.Integer({
    description: 'Number of webhook requests that this node sends concurrently, to all webhooks together.',
    default: 500,
    minimum: 1,
    maximum: 10_000,
  }),
  RETENTION_DAYS: Type.Optional(
    Type.Number({
      description:
        'How long ended runs are kept, with their events and checkpoints (docs/retention.md). Assistants and threads can have a period of their own. Default: forever.',
      exclusiveMinimum: 0,
      maximum: 36_500,
    }),
  ),
  WEBHOOK_RETENTION_DAYS: Type.Number({
    description: 'How long webhook events and deliveries are kept; at most RETENTION_DAYS, if that is set.',
    default: 30,
    minimum: 1,
  }),
  GUARDRAILS_FILE: optional(
    'A YAML or JSON file with guardrails, policies and risk profiles for all tenants. SIGHUP reloads it.',
    { minLength: 1 },
  ),
  GUARDRAIL_AUDIT_DAYS: Type.Integer({
    description:
      'How long guardrail decisions are kept, unless a policy or risk profile sets another period.',
    default: 30,
    minimum: 1,
    maximum: 36_500,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'The collector that receives traces over OTLP/HTTP, for example `http://localhost:4318`. Default: no traces (docs/observability.md).',
    { pattern: '^https?://.+$', expected: 'must be an http(s) URL' },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: list(
    'Headers of requests to the collector: `name=value`, separated by commas.',
    {
      ...namedValues,
      secret,
    },
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(
    ['http/protobuf'],
    'The protocol of the collector; others are not supported.',
    'http/protobuf',
  ),
  OTEL_SERVICE_NAME: text('The name of this service in traces.', { default: 'heddle', minLength: 1 }),
  OTEL_RESOURCE_ATTRIBUTES: list(
    'Attributes of all spans of this node: `name=value`, separated by commas.',
    namedValues,
  ),
  OTEL_TRACES_SAMPLER: choice(
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    'Which traces are exported.',
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    description: 'The share of traces that `traceidratio` and `parentbased_traceidratio` export.',
    default: 1,
    minimum: 0,
    maximum: 1,
  }),
  OTEL_SDK_DISABLED: flag('Export no traces, even if a collector is configured.'),
  OTEL_SEMCONV_STABILITY_OPT_IN: list(
    'With `gen_ai_latest_experimental`, spans have the names and attributes of the GenAI conventions, which are not stable yet.',
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag(
    'Add outputs of models, and arguments and results of tools, to spans. They may contain personal data.',
  ),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'Log level.', 'info'),
  LOG_FORMAT: choice(
    ['auto', 'json', 'pretty'],
    'Log format. `auto`: pretty on a terminal, JSON otherwise.',
    'auto',
  ),
  SHUTDOWN_GRACE_SECONDS: Type.Integer({
    description: 'How long a shutdown waits for open requests and executing runs.',
    default: 10,
    minimum: 0,
    maximum: 3_600,
    aliases: ['BG_JOB_SHUTDOWN_GRACE_PERIOD_SECS'],
  }),
})
