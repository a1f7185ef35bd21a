/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'models-are-pure',
      comment:
        'A model is a set of pure functions: it imports types of the API, the layout library and other models.',
      severity: 'error',
      from: { path: '^console/src/model/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^console/src/model/',
          '^console/src/api/[a-z-]+(\\.d)?\\.ts$',
          '@dagrejs/dagre',
          'node_modules/diff/',
          'character-entities-html4',
        ],
      },
    },
    {
      name: 'models-import-only-types-of-the-api',
      comment: 'A model must not fetch.',
      severity: 'error',
      from: { path: '^console/src/model/' },
      to: { path: '^console/src/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'api-knows-no-screen',
      comment: 'The data layer imports models, never parts of the screen.',
      severity: 'error',
      from: { path: '^console/src/api/' },
      to: { path: '^console/src/(ui|shell|features)/' },
    },
    {
      name: 'ui-knows-no-data',
      comment:
        'The parts in ui/ take what they show as properties. They may use models and types of the API.',
      severity: 'error',
      from: { path: '^console/src/ui/' },
      to: {
        path: '^console/src/(api|shell|features)/',
        pathNot: '^console/src/api/errors\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'screens-do-not-import-each-other',
      comment: 'What two screens need belongs into ui/, model/ or api/.',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: { path: '^console/src/features/([^/]+)/', pathNot: '^console/src/features/$1/' },
    },
    {
      name: 'screens-do-not-import-the-shell',
      comment: 'The shell loads the screens.',
      severity: 'error',
      from: { path: '^console/src/features/' },
      to: {
        path: ['^console/src/shell/', '^console/src/(main|router)\\.tsx$'],
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'],
    },
  },
}
