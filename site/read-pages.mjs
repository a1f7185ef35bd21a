// Reads the Markdown files of the site: those of docs/, and a few from the root of the repository.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isUnlisted, NAVIGATION, OTHER_PAGES } from './navigation.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Paths are relative to the root of the repository, with slashes. */
const listMarkdown = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return listMarkdown(path)
    return entry.name.endsWith('.md') ? [path] : []
  })

/** All pages: their name, which is their URL below /docs/, the path of their file, and its Markdown. */
export const readPages = () => {
  const sources = [
    ...listMarkdown('docs').map((path) => [path, path.replace(/^docs\//, '').replace(/\.md$/, '')]),
    ...Object.entries(OTHER_PAGES),
  ]
  checkNavigation(sources.map(([, name]) => name))
  return sources.map(([path, name]) => ({ name, path, markdown: readFileSync(join(root, path), 'utf8') }))
}

const checkNavigation = (names) => {
  const listed = NAVIGATION.flatMap(({ pages }) => pages)
  const missing = names.filter((name) => !isUnlisted(name) && !listed.includes(name))
  const unknown = listed.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`add these pages to site/navigation.mjs: ${missing.join(', ')}`)
  if (unknown.length > 0)
    throw new Error(`site/navigation.mjs lists pages that do not exist: ${unknown.join(', ')}`)
}
