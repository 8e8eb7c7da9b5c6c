/**
 * The site's own page of the draft, beside the text or in its place, for each kind of reader. Its scripts don't run: the
 * page is shown in a frame without them, with the attributes that they would set.
 */
import { call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import { createButton, findAct, findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'
import { hasUnsaved } from './saving.ts'

/** Milliseconds after a keystroke until the draft is saved while its preview is open. */
const previewPause = 700
const desktopWidth = 1280
const phoneWidth = 390

const readers = { guest: 'Guest', subscriber: 'Subscriber' } as const
type Reader = keyof typeof readers

type Look = { reader: Reader; isPhone: boolean; isDark: boolean; isFull: boolean }

const bodyAddress = /\/api\/preview\/[^/"'\s<>]+\/body\?[^"'\s<>]+/

async function fetchText(address: string): Promise<string | null> {
  const response = await fetch(address).catch(() => null)
  return response?.ok ? response.text() : null
}

/** Sets what the page's scripts would. */
function showAs(page: Document, { reader, isDark }: Look, closedPart: string | null) {
  const root = page.documentElement
  const isOpen = reader === 'subscriber'
  root.dataset.reader = isOpen ? 'isSubscribed' : 'guest'
  root.dataset.prices = 'international'
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.toggleAttribute('data-open', isOpen)
  const slot = page.querySelector('[data-body-slot]')
  if (!slot) return
  slot.innerHTML = isOpen && closedPart !== null ? closedPart : ''
}

export function offerPreview(editor: OpenEditor) {
  const { collection, slug, session, $document } = editor
  const button = findAct('preview')
  const panel = findPart('preview')
  const columns = findPart('columns')
  const look: Look = { reader: 'guest', isPhone: true, isDark: false, isFull: false }
  const frame = createElement('iframe', { sandbox: 'allow-same-origin', title: 'Preview' })
  const problem = createElement('p', { class: 'problem', role: 'alert' })
  let path: string | null = null
  let closedPart: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const toggles = [
    ...Object.entries(readers).map(([reader, name]) =>
      createToggle(
        name,
        () => look.reader === reader,
        () => {
          look.reader = reader as Reader
        },
      ),
    ),
    createToggle(
      'Phone',
      () => look.isPhone,
      () => {
        look.isPhone = !look.isPhone
      },
    ),
    createToggle(
      'Dark',
      () => look.isDark,
      () => {
        look.isDark = !look.isDark
      },
    ),
    createToggle(
      'Full',
      () => look.isFull,
      () => {
        look.isFull = !look.isFull
      },
    ),
  ]

  function createToggle(name: string, isOn: () => boolean, change: () => void) {
    const toggle = createButton(name, () => {
      change()
      apply()
    })
    return { toggle, isOn }
  }

  function apply() {
    for (const { toggle, isOn } of toggles) toggle.ariaPressed = String(isOn())
    panel.classList.toggle('full', look.isFull)
    const width = look.isPhone ? phoneWidth : desktopWidth
    const scale = Math.min(1, panel.clientWidth / width)
    frame.style.width = `${width}px`
    frame.style.height = `${100 / scale}%`
    frame.style.transform = `scale(${scale})`
    if (frame.contentDocument) showAs(frame.contentDocument, look, closedPart)
  }

  /** Keeps the place that is being read. */
  async function load() {
    problem.replaceChildren()
    if (path === null) {
      // Only drafts have a preview.
      if (session.$saving.get().revision === 0) {
        const address = $document.get()?.path ?? '/'
        problem.replaceChildren(
          'There’s nothing unpublished yet. ',
          createElement('a', { href: address, target: '_blank' }, 'Open the published story'),
        )
        return
      }
      const link = await call('POST /api/desk/documents/:collection/:slug/preview', {
        collection,
        slug,
      })
      if (!link.ok) {
        problem.textContent = link.failure.message
        return
      }
      path = link.value.path
    }
    const html = await fetchText(path)
    if (html === null) {
      problem.textContent =
        'The preview couldn’t be loaded. It needs a headline, a text and a picture.'
      return
    }
    const [address] = bodyAddress.exec(html) ?? []
    closedPart = address ? await fetchText(address.replaceAll('&amp;', '&')) : null
    const page = new DOMParser().parseFromString(html, 'text/html')
    const shown = frame.contentDocument
    if (!shown?.querySelector('main')) {
      frame.onload = apply
      frame.src = path
      return
    }
    const { scrollTop } = shown.documentElement
    shown.head.replaceWith(page.head)
    shown.body.replaceWith(page.body)
    apply()
    shown.documentElement.scrollTop = scrollTop
  }

  async function open() {
    panel.hidden = false
    columns.classList.add('shows-preview')
    button.ariaPressed = 'true'
    apply()
    if (await session.saveAll()) await load()
  }

  function close() {
    panel.hidden = true
    columns.classList.remove('shows-preview')
    button.ariaPressed = 'false'
    button.focus()
  }

  panel.append(
    createElement(
      'div',
      { class: 'preview-line' },
      ...toggles.map(({ toggle }) => toggle),
      createButton('Close', close),
    ),
    problem,
    createElement('div', { class: 'preview-frame' }, frame),
  )
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
  })
  addEventListener('resize', () => panel.hidden || apply())
  button.addEventListener('click', () => (panel.hidden ? open() : close()))
  button.disabled = false
  session.$saving.listen((saving, before) => {
    if (panel.hidden) return
    clearTimeout(timer)
    if (hasUnsaved(saving)) timer = setTimeout(session.saveNow, previewPause)
    if (saving.revision !== before?.revision) void load()
  })
}
