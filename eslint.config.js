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
      // Allows `return reply.send()` and short arrow functions that are called for their effect.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Factories return closures, and Kysely's builders support destructuring, so methods need no `this`.
      '@typescript-eslint/unbound-method': 'off',
      // An async function turns a throw into a rejection even without an await.
      '@typescript-eslint/require-await': 'off',
      // Some type parameters exist only for the caller to set.
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
  // Only config.ts reads the environment; tests, benchmarks and scripts are exempt.
  {
    files: ['src/config.ts', '**/*.test.ts', 'test/**', 'bench/**', 'scripts/**'],
    rules: { 'n/no-process-env': 'off' },
  },
  // Tools require default exports in their configuration files.
  {
    files: ['*.config.ts', 'test/support/global-setup.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**', 'bench/**', '**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Response bodies are `any` in tests; openapi.json validates their types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
)
