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
    {
      name: 'only-web-standards',
      comment:
        'The client runs in browsers and edge runtimes; the parser of event streams is bundled with it.',
      severity: 'error',
      from: {},
      to: { pathNot: ['^clients/typescript/src/', '^node_modules/eventsource-parser/'] },
    },
    {
      name: 'transport-knows-no-resource',
      comment: 'Resources use the transport, never the other way round.',
      severity: 'error',
      from: { path: '^clients/typescript/src/', pathNot: '/(resources/|(client|index)\\.ts$)' },
      to: { path: '^clients/typescript/src/(resources/|client\\.ts$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.d.ts', '.js'],
    },
  },
}
