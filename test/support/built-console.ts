/** A small built console in a folder of its own, listed and compressed by the script that builds the real one. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../../scripts/built-folder.mjs'
import { makeTempFolder } from './heddle-process.js'

export const SCRIPT = `export const numbers = [${Array.from({ length: 1_000 }, (_, index) => index).join(', ')}]\n`

export const buildTestConsole = async (): Promise<string> => {
  const parent = makeTempFolder()
  writeFileSync(join(parent, 'secret.txt'), 'outside of the console')
  const folder = join(parent, 'console')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
  }
  write('index.html', '<meta name="csp-nonce" nonce="__CSP_NONCE__"><i nonce="__CSP_NONCE__">page</i>')
  write('manifest.json', '{"private": true}')
  write('assets/main-BOo42R3f.js', SCRIPT)
  write('assets/tiny-AAAAAAAA.css', 'a { b: c }')
  write('robots.txt', 'User-agent: *\nDisallow: /\n')
  await listFiles(folder, ['index.html', 'manifest.json'])
  return folder
}
