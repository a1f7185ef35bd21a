// What the search finds: each section of a page is one entry.
import { toUrl } from './render-markdown.mjs'

/** The page loads the index with the same options, see assets/site.mjs. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'url'],
  idField: 'url',
}

const HEADING = /<h[1-3] id="([^"]+)">/g

const toText = (html) =>
  html
    .replaceAll(/<a class="anchor".*?<\/a>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Divides a page at its headings of the first three levels. */
export const toSections = ({ name, title, html, headings }) => {
  const starts = [...html.matchAll(HEADING)]
  return starts.map((start, index) => {
    const heading = headings.find(({ id }) => id === start[1])
    const end = starts[index + 1]?.index ?? html.length
    return {
      url: heading.depth === 1 ? toUrl(name) : `${toUrl(name)}#${heading.id}`,
      title: heading.text,
      page: title,
      text: toText(html.slice(start.index, end)),
    }
  })
}
