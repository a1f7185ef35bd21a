/** The built console of this checkout, and `npm start` if the console cannot be built. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { makeTempFolder, startHeddle } from '../support/heddle-process.js'

const timeout = 180_000
const BROWSER = { accept: 'text/html,*/*;q=0.8' }

it(
  'the page of the built console loads only files of the build, compressed and immutable',
  async () => {
    const heddle = await startHeddle()
    const page = await (await fetch(heddle.url, { headers: BROWSER })).text()
    const paths = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(paths.some((path) => path.endsWith('.js')) && paths.some((path) => path.endsWith('.css'))).toBe(
      true,
    )
    for (const path of paths) {
      expect(path).toMatch(/^\/console\/assets\//)
      const response = await fetch(heddle.url + path, { headers: { 'accept-encoding': 'br' } })
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ])
      // A file below 1,000 bytes is not compressed.
      const { byteLength } = await response.arrayBuffer()
      if (/\.(js|css)$/.test(path) && byteLength >= 1_000)
        expect(response.headers.get('content-encoding')).toBe('br')
    }
    // The policy allows no inline script, and every placeholder of the nonce is filled.
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toContain('__CSP_NONCE__')
    expect(heddle.output()).toMatch(new RegExp(`^  Console  ${heddle.url}/console$`, 'm'))
    await heddle.stop()
  },
  timeout,
)

/** A checkout whose service is built and whose console cannot be installed, because its lock file does not match. */
const makeBrokenCheckout = (): string => {
  const folder = makeTempFolder()
  for (const name of ['bin', 'scripts', 'src', 'dist', 'package.json', 'package-lock.json', 'openapi.json'])
    cpSync(join(packageRoot, name), join(folder, name), {
      recursive: true,
      filter: (path) => path !== join(packageRoot, 'dist', 'console'),
    })
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'console'))
  const name = 'broken-console'
  const manifest = { name, version: '1.0.0', dependencies: { vite: '8.3.4' } }
  const packages = { '': { name, version: '1.0.0' } }
  writeFileSync(join(folder, 'console/package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(folder, 'console/package-lock.json'),
    JSON.stringify({ name, version: '1.0.0', lockfileVersion: 3, packages }),
  )
  return folder
}

it(
  'npm start names the cause if the console cannot be built, and starts the service without it',
  async () => {
    const folder = makeBrokenCheckout()
    const heddle = await startHeddle({ folder, program: join(folder, 'scripts/start.mjs') })
    expect(heddle.output()).toContain('Installing dependencies of the console …')
    expect(heddle.output()).toMatch(
      /The console could not be built: npm ci failed in .*console with 1; its output is above\n/,
    )
    expect(heddle.output()).toContain('The service starts without it. Try again with: npm run build')
    const page = await fetch(heddle.url, { headers: BROWSER })
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('The console is not built'),
    ])
    expect((await fetch(`${heddle.url}/health`)).status).toBe(200)
    expect((await heddle.stop()).code).toBe(0)
  },
  timeout,
)
