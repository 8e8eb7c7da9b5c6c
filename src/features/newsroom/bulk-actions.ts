/** Changes the chosen stories one after the other. A story that can't be changed stays chosen, with the reason. */
import { call } from '../../browser/api.ts'
import { capitalise } from '../../domain/capitalise.ts'
import { listRenewed } from './list-renewed.ts'

const collection = 'articles'

/** Changes a story. Returns null after success, otherwise why it failed. */
type Change = (slug: string) => Promise<string | null>

async function readPublished(slug: string) {
  const read = await call('GET /api/desk/documents/:collection/:slug', { collection, slug })
  if (!read.ok) return read.failure.message
  const { stored, draft } = read.value
  if (stored?.state !== 'published') return 'The story is no longer published.'
  return draft ? 'The story has unpublished changes. Publish or discard them first.' : stored
}

const withdraw =
  (reason: string): Change =>
  async (slug) => {
    const stored = await readPublished(slug)
    if (typeof stored === 'string') return stored
    const { version } = stored
    const input = { collection, slug, version, reason } as const
    const withdrawn = await call('POST /api/desk/documents/:collection/:slug/withdraw', input)
    return withdrawn.ok ? null : withdrawn.failure.message
  }

const unpublish: Change = async (slug) => {
  const stored = await readPublished(slug)
  if (typeof stored === 'string') return stored
  const { version } = stored
  const input = { collection, slug, version } as const
  const unpublished = await call('POST /api/desk/documents/:collection/:slug/unpublish', input)
  return unpublished.ok ? null : unpublished.failure.message
}

const duplicate: Change = async (slug) => {
  const input = { collection, slug } as const
  const copied = await call('POST /api/desk/documents/:collection/:slug/duplicate', input)
  return copied.ok ? null : copied.failure.message
}

const addTag =
  (tag: string): Change =>
  async (slug) => {
    const stored = await readPublished(slug)
    if (typeof stored === 'string') return stored
    const tags = Array.isArray(stored.fields.tags) ? stored.fields.tags : []
    if (tags.includes(tag)) return null
    const saved = await call('PUT /api/desk/documents/:collection/:slug/draft', {
      collection,
      slug,
      fields: { ...stored.fields, tags: [...tags, tag] },
      body: stored.body,
      revision: 0,
      base: stored.version,
    })
    if (!saved.ok) return saved.failure.message
    const { revision } = saved.value
    const published = await call('POST /api/desk/documents/:collection/:slug/publish', {
      collection,
      slug,
      revision,
      base: stored.version,
    })
    if (published.ok) return null
    await call('DELETE /api/desk/documents/:collection/:slug/draft', { collection, slug })
    return published.failure.message
  }

const form = document.querySelector<HTMLFormElement>('[data-bulk]')
const start = document.querySelector<HTMLElement>('[data-choose]')
const main = document.querySelector('main')!
/** The chosen stories' headlines, by slug. */
const chosen = new Map<string, string>()

const say = (text: string) => {
  form!.querySelector('[data-count]')!.textContent = text
}
const sayCount = () => say(chosen.size === 0 ? 'Choose stories' : `${chosen.size} chosen`)

function addBox(row: HTMLElement) {
  const slug = row.dataset.slug!
  const title = row.querySelector('.title')!.textContent.trim()
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.className = 'chosen'
  box.checked = chosen.has(slug)
  box.setAttribute('aria-label', title)
  box.addEventListener('change', () => {
    if (box.checked) chosen.set(slug, title)
    else chosen.delete(slug)
    sayCount()
  })
  row.prepend(box)
}

function addBoxes() {
  if (!('choosing' in main.dataset)) return
  for (const row of main.querySelectorAll<HTMLElement>('.document[data-state="published"]'))
    if (!row.querySelector('.chosen')) addBox(row)
}

async function changeAll(change: Change) {
  const failures: string[] = []
  const all = [...chosen]
  for (const [index, [slug, title]] of all.entries()) {
    say(`${index + 1} of ${all.length} …`)
    const failure = await change(slug)
    if (failure === null) chosen.delete(slug)
    else failures.push(`${title}: ${failure}`)
  }
  for (const box of main.querySelectorAll<HTMLInputElement>('.chosen'))
    box.checked = chosen.has(box.closest<HTMLElement>('.document')!.dataset.slug!)
  const count = all.length - failures.length
  say([`${count} of ${all.length} done.`, ...failures].join(' '))
}

if (form && start) {
  start.hidden = false
  start.addEventListener('click', () => {
    main.dataset.choosing = ''
    start.hidden = true
    form.hidden = false
    addBoxes()
  })
  form.querySelector('[data-done]')!.addEventListener('click', () => location.reload())
  document.addEventListener(listRenewed, addBoxes)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { value } = event.submitter as HTMLButtonElement
    const { tag, reason } = Object.fromEntries(new FormData(form)) as Record<string, string>
    if (chosen.size === 0) return say('Choose stories first.')
    if (value === 'withdraw' && !reason?.trim()) return say('Enter a reason for the history.')
    const stories = chosen.size === 1 ? 'a story' : `${chosen.size} stories`
    const question = `${capitalise(value)} ${stories}? Readers won’t be able to open ${chosen.size === 1 ? 'it' : 'them'}.`
    const isEnding = value === 'withdraw' || value === 'unpublish'
    if (isEnding && !confirm(question)) return
    const changes: Readonly<Record<string, Change>> = {
      withdraw: withdraw(reason?.trim() ?? ''),
      unpublish,
      duplicate,
      tag: addTag(tag!),
    }
    const fields = form.querySelectorAll<HTMLButtonElement>('button, input, select')
    for (const field of fields) field.disabled = true
    await changeAll(changes[value]!)
    for (const field of fields) field.disabled = false
  })
}
