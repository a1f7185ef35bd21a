// Builds the documentation site from docs/ into the folder given as the first argument (default: site/dist).
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import { readPages, root } from './read-pages.mjs'
import { renderMarkdown } from './render-markdown.mjs'
import { renderPage } from './render-page.mjs'
import { SEARCH_OPTIONS, toSections } from './search-index.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = process.argv[2] ?? join(here, 'dist')

/** Writes an asset under a name with the hash of its content, so that browsers can keep it, and returns that name. */
const writeAsset = (file, content) => {
  const { name, ext } = parse(file)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const path = `assets/${name}-${hash}${ext}`
  writeFileSync(join(out, path), content)
  return path
}

const writePage = (name, html) => {
  const path = join(out, `${name}.html`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, html)
}

/** Every file and every heading that a page links to must exist. */
const checkLinks = (pages) => {
  const anchors = new Map(pages.map(({ path, headings }) => [path, new Set(headings.map(({ id }) => id))]))
  const isBroken = ({ path, anchor }) =>
    !existsSync(join(root, path)) || (anchor !== '' && anchors.get(path)?.has(anchor) === false)
  const broken = pages.flatMap((page) =>
    page.links
      .filter(isBroken)
      .map(
        ({ path, anchor }) => `${page.path} links to ${path}${anchor && `#${anchor}`}, which does not exist`,
      ),
  )
  if (broken.length > 0) throw new Error(broken.join('\n'))
}

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'assets'), { recursive: true })

const sources = readPages()
const namesByPath = new Map(sources.map(({ path, name }) => [path, name]))
const pages = sources.map((page) => ({ ...page, ...renderMarkdown(page, namesByPath) }))
checkLinks(pages)
const titles = new Map(pages.map(({ name, title }) => [name, title]))

const search = new MiniSearch(SEARCH_OPTIONS)
search.addAll(pages.flatMap(toSections))
const resolve = createRequire(import.meta.url).resolve
const assets = {
  icon: writeAsset('icon.svg', readFileSync(join(here, 'assets/icon.svg'))),
  style: writeAsset('site.css', readFileSync(join(here, 'assets/site.css'))),
  script: writeAsset('site.js', readFileSync(join(here, 'assets/site.mjs'))),
  minisearch: writeAsset(
    'minisearch.js',
    readFileSync(join(dirname(resolve('minisearch')), '../es/index.js')),
  ),
  index: writeAsset('search-index.json', JSON.stringify(search)),
}
for (const page of pages) writePage(page.name, renderPage(page, titles, assets))
cpSync(join(here, '../docs/images'), join(out, 'images'), { recursive: true })
