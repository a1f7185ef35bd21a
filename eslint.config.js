import n from 'eslint-plugin-n'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'data/',
      'coverage/',
      '**/*.mjs',
      '**/*.cjs',
      'eslint.config.js',
      'test/**/*.js',
      'bench/**/*.js',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    plugins: { n },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `return reply.send()` and short arrows that call for their effect read well.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Our parts are closures, and Kysely's builders are made to be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      // An async function turns a throw into a rejection even where nothing is awaited.
      '@typescript-eslint/require-await': 'off',
      // A type parameter may be there to be given by the caller.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'n/no-process-env': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels.' },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  // The one reader of the environment, and code that is not the product.
  {
    files: ['src/config.ts', '**/*.test.ts', 'test/**', 'bench/**', 'scripts/**'],
    rules: { 'n/no-process-env': 'off' },
  },
  // Tools want default exports of their configuration; tests assert on shapes they know.
  {
    files: ['*.config.ts', 'test/support/global-setup.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**', 'bench/**', '**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Bodies of answers are any on purpose: openapi.json is what holds them to their types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
)
