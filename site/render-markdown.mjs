// Turns the Markdown of a page into HTML, and finds its title and headings.
import { posix } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { Marked } from 'marked'

const LANGUAGES = { sh: bash, go, http, js: javascript, json, python, sql, ts: typescript, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)
const PICTURE = /\.(?:jpg|png|svg)$/

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The anchors that GitHub makes, because the documents are read there too. */
const toSlug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const makeSlugger = () => {
  const counts = new Map()
  return (text) => {
    const slug = toSlug(text)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** The words after the language are for the tests that execute the code. */
const highlight = (text, info = '') => {
  const [lang] = info.split(' ')
  return Object.hasOwn(LANGUAGES, lang) ? hljs.highlight(text, { language: lang }).value : escapeHtml(text)
}

/** The URL of a page. The start page and those named README are the page of their folder. */
export const toUrl = (name) => `/docs/${name}`.replace(/\/(?:index|README)$/, '')

/**
 * Returns the HTML, the title, the headings and the links of a page. Each link is `{ path, anchor }` with the path of a file, which the
 * build checks. Links to files that are not part of the site, such as examples, become plain text.
 */
export const renderMarkdown = ({ path, markdown }, namesByPath) => {
  const slug = makeSlugger()
  const headings = []
  const links = []

  const toHref = (href) => {
    if (/^[a-z]+:/.test(href)) return href
    const [target, anchor = ''] = href.split('#')
    const file = target === '' ? path : posix.join(posix.dirname(path), target)
    links.push({ path: file, anchor })
    if (PICTURE.test(file)) return `/${file}`
    const name = namesByPath.get(file)
    return name === undefined ? undefined : toUrl(name) + (anchor === '' ? '' : `#${anchor}`)
  }

  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const text = this.parser.parseInline(tokens, this.parser.textRenderer)
      const id = slug(text)
      headings.push({ depth, id, text })
      if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`
      return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></h${depth}>\n`
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens)
      const target = toHref(href)
      return target === undefined ? html : `<a href="${escapeHtml(target)}">${html}</a>`
    },
    image({ href, text }) {
      return `<img src="${escapeHtml(toHref(href) ?? '')}" alt="${escapeHtml(text)}" loading="lazy">`
    },
    code({ text, lang }) {
      // The element can be scrolled, so it must be reachable with the keyboard.
      return `<pre tabindex="0"><code>${highlight(text, lang)}</code></pre>\n`
    },
    table({ header, rows }) {
      const cell = (tag) => (item) => `<${tag}>${this.parser.parseInline(item.tokens)}</${tag}>`
      const head = `<tr>${header.map(cell('th')).join('')}</tr>`
      const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('')
      return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`
    },
  }
  const html = new Marked({ renderer }).parse(markdown)
  const title = headings.find(({ depth }) => depth === 1)?.text
  if (title === undefined) throw new Error(`${path} has no title`)
  return { html, title, headings, links }
}
