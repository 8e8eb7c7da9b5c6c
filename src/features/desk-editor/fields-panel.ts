/** The fields of a document, beside its text. Each change is a change of the draft. */
import { atom } from 'nanostores'
import { createElement } from '../../browser/create-element.ts'
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import { findCategory } from '../../domain/category.ts'
import { createNamed } from './create-named.ts'
import { isSameField } from './document-content.ts'
import { loadNames, type Names } from './document-names.ts'
import { createButton, findPart, fitTextArea } from './editor-parts.ts'
import { type FieldKind, formatField, parseField } from './field-texts.ts'
import { cleanText, joinLines } from './paste/clean-text.ts'

export type Fields = DraftContent['fields']

export type FieldsPanel = {
  read(): Fields
  /** Replaces the fields, for example after a conflict. */
  replace(fields: Fields): void
  set(name: string, value: Fields[string] | undefined): void
  listen(listener: (fields: Fields) => void): void
}

const readText = (value: unknown) => (typeof value === 'string' ? value : '')
const readList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

type Bound = { show(fields: Fields): void }

type Options = {
  readonly publishes: boolean
  readonly isStory: boolean
  /** The publication's time zone. */
  readonly timeZone: string
}

export function createFieldsPanel(
  initial: Fields,
  { publishes, isStory, timeZone }: Options,
  onChange: () => void,
): FieldsPanel {
  const $fields = atom<Fields>(initial)
  const bounds: Bound[] = []

  function set(name: string, value: Fields[string] | undefined) {
    const { [name]: current, ...others } = $fields.get()
    if (isSameField(current, value) && current === value) return
    $fields.set(value === undefined || value === '' ? others : { ...others, [name]: value })
    onChange()
  }

  /** A headline or standfirst is one paragraph, so Enter moves on. Tags have no text, authors no standfirst. */
  function bindTextArea(part: 'title' | 'dek', next: () => void) {
    const area = document.querySelector<HTMLTextAreaElement>(`[data-part="${part}"]`)
    if (!area) return
    const { name } = area
    area.disabled = false
    area.addEventListener('input', () => {
      const text = joinLines(cleanText(area.value))
      if (text !== area.value) area.value = text
      fitTextArea(area)
      set(name, area.value)
    })
    area.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      next()
    })
    bounds.push({
      show(fields) {
        if (area.value !== readText(fields[name])) area.value = readText(fields[name])
        fitTextArea(area)
      },
    })
  }

  const goToText = () => document.querySelector<HTMLElement>('.cm-content')?.focus()
  bindTextArea('title', () => {
    const next = document.querySelector<HTMLElement>('[data-part="dek"]')
    if (next) next.focus()
    else goToText()
  })
  bindTextArea('dek', goToText)

  for (const input of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '[data-desk-editor] [data-field]',
  )) {
    const { name } = input
    const isBox = input instanceof HTMLInputElement && input.type === 'checkbox'
    const isRadio = input instanceof HTMLInputElement && input.type === 'radio'
    input.addEventListener('change', () => {
      if (isBox) set(name, input.checked || undefined)
      else set(name, input.value)
    })
    bounds.push({
      show(fields) {
        if (isBox) input.checked = fields[name] === true
        else if (isRadio) input.checked = (readText(fields[name]) || 'metered') === input.value
        else input.value = readText(fields[name])
      },
    })
  }

  for (const input of document.querySelectorAll<HTMLInputElement>(
    '[data-desk-editor] [data-kind]',
  )) {
    const { name } = input
    const kind = input.dataset.kind as FieldKind
    // An event's times are in its own time zone.
    const findZone = () => readText($fields.get().timeZone) || timeZone
    input.addEventListener('input', () => {
      const value = parseField(kind, input.value, findZone())
      set(name, Array.isArray(value) && value.length === 0 ? [] : value)
    })
    bounds.push({
      show(fields) {
        // Text that is being typed may have spaces and lines that the field's value doesn't have.
        if (input !== document.activeElement)
          input.value = formatField(kind, fields[name], findZone())
      },
    })
  }

  if (isStory) {
    const kicker = findPart('kicker')
    bounds.push({
      show({ category }) {
        const found = findCategory(readText(category))
        kicker.textContent = found?.name ?? 'No category yet'
        kicker.closest<HTMLElement>('.sheet')!.dataset.accent = found?.accentColour ?? ''
      },
    })
    bounds.push(
      createNamesField('authors', 'Authors', 'Add an author', publishes, $fields, set),
      createNamesField('tags', 'Tags', 'Add a tag', publishes, $fields, set),
    )
  }

  $fields.subscribe((fields) => {
    for (const bound of bounds) bound.show(fields)
  })
  return {
    read: () => $fields.get(),
    replace: (fields) => $fields.set(fields),
    set,
    listen: (listener) => void $fields.listen(listener),
  }
}

/** Shows the chosen documents' names, with an input that adds another one. */
function createNamesField(
  collection: 'authors' | 'tags',
  title: string,
  label: string,
  publishes: boolean,
  $fields: { get(): Fields },
  set: (name: string, value: string[]) => void,
): Bound {
  const root = document.querySelector<HTMLElement>(`[data-names="${collection}"]`)!
  const list = createElement('ul', { class: 'plain-list', 'aria-label': title })
  const listId = `names-of-${collection}`
  const input = createElement('input', {
    list: listId,
    autocomplete: 'off',
    dir: 'auto',
    placeholder: label,
    'aria-label': label,
  })
  const choices = createElement('datalist', { id: listId })
  const problem = createElement('p', { class: 'problem', role: 'alert' })
  root.append(createElement('h3', {}, title), list, input, choices, problem)
  let names: Names = new Map()
  /** The unknown name that the user can add. */
  let offered = ''

  const read = () => readList($fields.get()[collection])
  const findSlug = (name: string) =>
    [...names].find(([slug, known]) =>
      [slug, known].some((text) => text.toLowerCase() === name.toLowerCase()),
    )?.[0]

  function add() {
    const name = input.value.trim()
    // The focus moves to the button, which has to stay under the pointer.
    if (name !== '' && name === offered) return
    problem.textContent = ''
    offered = ''
    if (name === '') return
    const slug = findSlug(name)
    if (slug === undefined) return offerCreation(name)
    choose(slug)
  }

  function choose(slug: string) {
    input.value = ''
    offered = ''
    problem.textContent = ''
    if (!read().includes(slug)) set(collection, [...read(), slug])
  }

  function offerCreation(name: string) {
    problem.textContent = `We can’t find “${name}”. Choose a name from the list.`
    if (!publishes) return
    offered = name
    problem.textContent = `We can’t find “${name}”. `
    const create = createButton(
      collection === 'authors' ? 'Add them as a new author' : 'Add it as a new tag',
      async () => {
        create.disabled = true
        const created = await createNamed(collection, name)
        if (!created.ok) {
          problem.textContent = created.failure
          return
        }
        names = new Map([...names, [created.value, name]])
        choose(created.value)
      },
      'quiet',
    )
    problem.append(create)
  }

  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    add()
  })
  // Some browsers report a choice from the list immediately; others only when the input loses the focus.
  input.addEventListener('input', () => {
    if (findSlug(input.value.trim()) !== undefined && [...names.values()].includes(input.value))
      add()
  })
  input.addEventListener('change', add)

  function show() {
    const slugs = read()
    list.replaceChildren(
      ...slugs.map((slug) => {
        const name = names.get(slug) ?? slug
        const remove = createElement(
          'button',
          { type: 'button', 'aria-label': `Remove ${name}` },
          '×',
        )
        remove.addEventListener('click', () => {
          set(
            collection,
            read().filter((one) => one !== slug),
          )
          input.focus()
        })
        return createElement('li', {}, createElement('bdi', {}, name), remove)
      }),
    )
  }

  void loadNames(collection).then((loaded) => {
    names = loaded
    choices.replaceChildren(
      ...[...names.values()].map((name) => createElement('option', { value: name })),
    )
    show()
  })
  return { show }
}
