/** The search of the documentation site, and the menu on small screens. The index is loaded when the field gets the focus. */
const input = document.querySelector('#search')
const list = document.querySelector('#results')
const MAX_RESULTS = 12

/** The options must be those of search-index.mjs. */
const loadIndex = async () => {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import(input.dataset.minisearch),
    fetch(input.dataset.index),
  ])
  return MiniSearch.loadJSON(await response.text(), {
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'url'],
    idField: 'url',
  })
}
let index
const getIndex = () => {
  index ??= loadIndex().catch((error) => {
    index = undefined
    throw error
  })
  return index
}

let selected = -1
const select = (position) => {
  const options = [...list.querySelectorAll('[role=option]')]
  selected = options.length === 0 ? -1 : (position + options.length) % options.length
  for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === selected))
  options[selected]?.scrollIntoView({ block: 'nearest' })
  if (selected === -1) input.removeAttribute('aria-activedescendant')
  else input.setAttribute('aria-activedescendant', `result-${selected}`)
}

const close = () => {
  list.hidden = true
  input.setAttribute('aria-expanded', 'false')
  select(-1)
}

const toOption = ({ title, page, url }, at) => {
  const option = document.createElement('li')
  option.id = `result-${at}`
  option.role = 'option'
  option.append(title)
  if (page !== title) {
    const place = document.createElement('small')
    place.textContent = page
    option.append(place)
  }
  option.addEventListener('click', () => {
    close()
    location.assign(url)
  })
  return option
}

const toNote = (text) => {
  const note = document.createElement('li')
  note.className = 'note'
  note.textContent = text
  return note
}

const show = (items) => {
  list.replaceChildren(...items)
  list.hidden = false
  input.setAttribute('aria-expanded', 'true')
  select(0)
}

const search = async () => {
  const query = input.value.trim()
  if (query === '') {
    close()
    return
  }
  try {
    const loaded = await getIndex()
    // Another letter was typed while the index was loading.
    if (input.value.trim() !== query) return
    const found = loaded.search(query, {
      prefix: true,
      fuzzy: 0.2,
      combineWith: 'AND',
      boost: { title: 4, page: 2 },
    })
    const items = found.slice(0, MAX_RESULTS).map(toOption)
    show(items.length > 0 ? items : [toNote(`Nothing found for “${query}”`)])
  } catch {
    show([toNote('The search could not be loaded. Reload the page to try again.')])
  }
}

input.addEventListener('focus', () => void getIndex().catch(() => undefined))
input.addEventListener('input', () => void search())
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    select(selected + (event.key === 'ArrowDown' ? 1 : -1))
  } else if (event.key === 'Enter') {
    list.querySelector('[aria-selected=true]')?.click()
  } else if (event.key === 'Escape') {
    close()
  }
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) close()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return
  event.preventDefault()
  input.focus()
})

// Without this script the menu is open everywhere.
if (matchMedia('(max-width: 860px)').matches) document.querySelector('.menu').open = false
