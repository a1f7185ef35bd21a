/**
 * The layers of src/, from the bottom to the top. A file may import its own layer and those below it, never one above.
 * A file of src/ that belongs to no layer is an error (`every-file-has-a-layer`).
 */
const LAYERS = [
  { name: 'errors', path: '^src/errors\\.ts$' },
  { name: 'schema', path: '^src/schema/' },
  { name: 'json-schema', path: '^src/json-schema/' },
  { name: 'guardrail-detectors', path: '^src/guardrails/detectors/' },
  { name: 'guardrail-rules', path: '^src/guardrails/rules/' },
  { name: 'evaluation-stats', path: '^src/evaluations/stats/' },
  { name: 'evaluation-scoring', path: '^src/evaluations/(scoring|judge)/' },
  { name: 'config', path: '^src/(config(\\.test)?|settings)\\.ts$' },
  { name: 'platform', path: '^src/platform/' },
  { name: 'project', path: '^src/project/' },
  { name: 'store-sql', path: '^src/store/sql/' },
  { name: 'store', path: '^src/store/(?!sql/)' },
  { name: 'events', path: '^src/events/' },
  { name: 'domain', path: '^src/domain/' },
  { name: 'guardrail-policy', path: '^src/guardrails/policy/' },
  { name: 'webhooks', path: '^src/webhooks/' },
  { name: 'engine', path: '^src/engine/' },
  { name: 'langgraph', path: '^src/langgraph/' },
  { name: 'evaluation-lifecycle', path: '^src/evaluations/lifecycle/' },
  { name: 'evaluation-runner', path: '^src/evaluations/runner/' },
  { name: 'api', path: '^src/api/' },
  { name: 'wiring', path: '^src/wiring/' },
  { name: 'app', path: '^src/app\\.ts$' },
  { name: 'cli', path: '^src/(cli/|main\\.ts$)' },
]
const LAYER_PATHS = LAYERS.map(({ path }) => path)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...LAYERS.slice(0, -1).map(({ name, path }, index) => ({
      name: `${name}-imports-no-higher-layer`,
      comment: `The layer "${name}" must not import the layers above it.`,
      severity: 'error',
      from: { path, pathNot: '\\.test\\.ts$' },
      to: { path: LAYER_PATHS.slice(index + 1) },
    })),
    {
      name: 'every-file-has-a-layer',
      comment: 'A new file or folder of src/ has to be added to LAYERS.',
      severity: 'error',
      from: { path: '^src/', pathNot: LAYER_PATHS },
      to: {},
    },
    {
      name: 'every-imported-file-has-a-layer',
      comment: 'A new file or folder of src/ has to be added to LAYERS.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: LAYER_PATHS },
    },
    {
      name: 'schema-is-pure',
      comment: 'Schemas are values; they use TypeBox and the error table only.',
      severity: 'error',
      from: { path: '^src/schema/' },
      to: {
        path: '^(src|node_modules)/',
        pathNot: ['^src/schema/', '^src/errors\\.ts$', '^node_modules/typebox/'],
      },
    },
    {
      name: 'json-schema-is-pure',
      comment:
        'Schemas and patterns of users are checked and run on the main thread and in every other thread.',
      severity: 'error',
      from: { path: '^src/json-schema/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/json-schema/', '^src/schema/'] },
    },
    {
      name: 'guardrails-are-pure',
      comment:
        'Detectors and rules take values and return values: they run in executor threads and in benchmarks alike.',
      severity: 'error',
      from: { path: '^src/guardrails/(detectors|rules)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['^src/guardrails/(detectors|rules)/', '^src/json-schema/', '^src/schema/'],
      },
    },
    {
      name: 'evaluation-scoring-is-pure',
      comment:
        'Judging and scoring take values and return values; who calls models and keeps results is above.',
      severity: 'error',
      from: { path: '^src/evaluations/(stats|judge|scoring)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/evaluations/(stats|judge|scoring)/',
          '^src/guardrails/(detectors|rules)/',
          '^src/json-schema/',
          '^src/schema/',
        ],
      },
    },
    {
      name: 'sql-stays-in-store',
      comment: 'All SQL lives in src/store.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/' },
      to: { path: '^node_modules/(kysely|pg|@photostructure/sqlite)/' },
    },
    {
      name: 'fastify-stays-in-api',
      comment: 'HTTP lives in src/api; app.ts only names the type of the server.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/api/', '^src/wiring/', '^src/app\\.ts$'] },
      to: { path: '^node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'langchain-stays-in-executors',
      comment:
        'What imports LangChain runs in executor threads only: there a graph may loop, exit or eat its memory, and the ' +
        'service starts without loading it. (That the program itself does not reach it is checked by the build.)',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/(executor|graphs|models|tools)/' },
      to: { path: '^node_modules/(@langchain|@modelcontextprotocol|openai)/' },
    },
    {
      name: 'no-test-code-in-product',
      comment: 'The product must run without its tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench)/|\\.test\\.ts$' },
    },
    {
      name: 'not-to-dev-dependency',
      comment: 'Users do not install these.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
