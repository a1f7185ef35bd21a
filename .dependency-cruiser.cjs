// The direction of imports: schema, errors ← guardrails ← evals ← net ← store ← events ← domain ← webhooks ← engine ← evaluator ← api ← app ← cli, main.
// A layer may use those before it and never one after it.
const LAYERS = [
  'schema',
  'guardrails',
  'evals',
  'net',
  'store',
  'events',
  'domain',
  'webhooks',
  'engine',
  'evaluator',
  'api',
  'cli',
]

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
    ...LAYERS.map((layer, index) => ({
      name: `${layer}-looks-down-only`,
      comment: `src/${layer} must not know the layers above it.`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: {
        path: `^src/(${[...LAYERS.slice(index + 1), 'app\\.ts', 'main\\.ts'].join('|')})(/|$)`,
        pathNot: layer === 'cli' ? '^src/app\\.ts$' : undefined,
      },
    })),
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
      name: 'guardrails-are-pure',
      comment:
        'Detectors and rules take values and return values: they run in executor threads and in benchmarks alike.',
      severity: 'error',
      from: { path: '^src/guardrails/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/guardrails/', '^src/schema/'] },
    },
    {
      name: 'evals-are-pure',
      comment:
        'Judging and scoring take values and return values; who calls models and keeps results is above.',
      severity: 'error',
      from: { path: '^src/evals/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/evals/', '^src/guardrails/', '^src/schema/'] },
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
      from: { path: '^src/', pathNot: ['^src/api/', '^src/app\\.ts$'] },
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
