/** Writes the generated files; with --check it lists the ones that are out of date and fails. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderCliPage } from './generate/cli-page.js'
import { generateOpenapi } from './generate/openapi.js'
import {
  renderConfigurationPage,
  renderEnvExample,
  renderErrorsPage,
  renderLifecyclePage,
} from './generate/pages.js'
import { prepare } from './prepare.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
await prepare({ withDev: true })

const files: Record<string, string> = {
  'openapi.json': await generateOpenapi(),
  'docs/errors.md': renderErrorsPage(),
  'docs/configuration.md': renderConfigurationPage(),
  'docs/cli.md': renderCliPage(),
  'docs/run-lifecycle.md': renderLifecyclePage(),
  '.env.example': renderEnvExample(),
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const stale = Object.entries(files).filter(([name, text]) => read(root + name) !== text)
if (!process.argv.includes('--check')) {
  for (const [name, text] of stale) writeFileSync(root + name, text)
} else if (stale.length > 0) {
  process.stderr.write(`Out of date: ${stale.map(([name]) => name).join(', ')}. Run: npm run generate\n`)
  process.exit(1)
}
