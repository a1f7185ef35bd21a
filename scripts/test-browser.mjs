// `npm run test:browser`: runs the tests that need a browser, and fails without one instead of skipping them. Arguments are passed to
// vitest: `npm run test:browser -- sign-in`.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium, installChromium } from './install-chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.env.HEDDLE_INSTALL_CHROMIUM === '1') installChromium()
if (findChromium() === undefined) {
  process.stderr.write(
    'The browser tests need Chromium, which was not found.\n' +
      'On Debian, install it with: apt-get install -y --no-install-recommends chromium-headless-shell\n' +
      'Elsewhere, set CHROMIUM_PATH to the program of Chromium or Chrome.\n',
  )
  process.exit(1)
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'browser', ...process.argv.slice(2)]
spawn(process.execPath, vitest, { cwd: root, stdio: 'inherit' }).on('close', (code) => {
  process.exit(code ?? 1)
})
