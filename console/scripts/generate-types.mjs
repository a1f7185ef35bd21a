// Writes src/api/schema.d.ts from the OpenAPI document of the service. With --check it compares the file instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'src', 'api', 'schema.d.ts')
const HEADER = '// Generated from ../../../openapi.json by `npm run generate`. Do not edit.\n\n'

const document = JSON.parse(readFileSync(join(ROOT, '..', 'openapi.json'), 'utf8'))
const types = HEADER + astToString(await openapiTS(document, { defaultNonNullable: false }))

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, types)
} else if (readFileSync(TARGET, 'utf8') !== types) {
  process.stderr.write('console/src/api/schema.d.ts is out of date; run `npm run generate` in console/\n')
  process.exitCode = 1
}
