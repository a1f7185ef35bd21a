// Puts the HTML of a document into the page of the site. The pages contain no inline scripts or styles, so that their content security policy
// can forbid them.
import { NAVIGATION } from './navigation.mjs'
import { escapeHtml, toUrl } from './render-markdown.mjs'

const renderNavigation = (current, titles) =>
  NAVIGATION.map(({ title, pages }) => {
    const items = pages.map((name) => {
      const isCurrent = name === current ? ' aria-current="page"' : ''
      return `<li><a href="${toUrl(name)}"${isCurrent}>${escapeHtml(titles.get(name))}</a></li>`
    })
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`
  }).join('')

const renderContents = (headings) => {
  const items = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
  if (items.length < 2) return ''
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

const findNeighbours = (current) => {
  const names = NAVIGATION.flatMap(({ pages }) => pages)
  const index = names.indexOf(current)
  return index === -1 ? [] : [names[index - 1], names[index + 1]]
}

const renderNeighbours = (current, titles) => {
  const [previous, next] = findNeighbours(current)
  const link = (name, label) =>
    name === undefined
      ? '<span></span>'
      : `<a href="${toUrl(name)}"><small>${label}</small>${escapeHtml(titles.get(name))}</a>`
  return `<nav class="neighbours" aria-label="Previous and next page">${link(previous, 'Previous')}${link(next, 'Next')}</nav>`
}

export const renderPage = ({ name, title, html, headings }, titles, assets) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name === 'index' ? 'Heddle documentation' : `${escapeHtml(title)} · Heddle`}</title>
<link rel="icon" href="/docs/${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="/docs/${assets.style}">
<script type="module" src="/docs/${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs">Heddle</a>
<div class="search">
<input id="search" type="search" role="combobox" placeholder="Search" aria-label="Search the documentation" aria-controls="results" aria-expanded="false" autocomplete="off" data-minisearch="/docs/${assets.minisearch}" data-index="/docs/${assets.index}">
<ul id="results" role="listbox" aria-label="Search results" hidden></ul>
</div>
<a href="/docs/api">API reference</a>
<a href="/console">Console</a>
</header>
<div class="columns">
<details class="menu" open><summary>Menu</summary><nav aria-label="Documents">${renderNavigation(name, titles)}</nav></details>
<main id="content">${html}${renderNeighbours(name, titles)}</main>
${renderContents(headings)}
</div>
</body>
</html>
`
