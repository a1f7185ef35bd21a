// Writes src/schema.d.ts from the OpenAPI document of the service. With --check it compares the file instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { selectOperations } from './select-operations.mjs'

const ROOT = join(import.meta.dirname, '..')
const REPOSITORY = join(ROOT, '..', '..')
const TARGET = join(ROOT, 'src', 'schema.d.ts')
const HEADER = '// Generated from openapi.json by `npm run generate`. Do not edit.\n\n'

// The generator is installed with the console, so that it is not installed twice.
const requireFromConsole = createRequire(join(REPOSITORY, 'console', 'package.json'))
const { default: openapiTS, astToString } = requireFromConsole('openapi-typescript')

const document = selectOperations(JSON.parse(readFileSync(join(REPOSITORY, 'openapi.json'), 'utf8')))
const types = HEADER + astToString(await openapiTS(document, { defaultNonNullable: false }))

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, types)
} else if (readFileSync(TARGET, 'utf8') !== types) {
  process.stderr.write('clients/typescript/src/schema.d.ts is out of date; run `npm run generate`\n')
  process.exitCode = 1
}
