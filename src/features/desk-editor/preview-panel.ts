/**
 * Shows the page of a draft or a scheduled story, beside the text or in its place, to each kind of reader. The page is
 * shown in a frame that doesn't run scripts, with the attributes that its scripts would set.
 */
import { call } from '../../browser/api.ts'
import { callTimeout } from '../../browser/call-timeout.ts'
import { createElement } from '../../browser/create-element.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { createButton, findAct, findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'
import { createPaperStyles } from './paper-styles.ts'
import { hasUnsaved } from './saving.ts'

/** Milliseconds after a keystroke until the draft is saved while its preview is open. */
const previewPause = 700
const desktopWidth = 1280
const phoneWidth = 390
/** The width of A4 at 96 pixels per inch. */
const paperWidth = 794

const readers = { guest: 'Guest', metered: 'Metered', subscriber: 'Subscriber' } as const
type Reader = keyof typeof readers

const readersOf: Readonly<Partial<Record<ManuscriptCollection, readonly Reader[]>>> = {
  articles: ['guest', 'metered', 'subscriber'],
  issues: ['guest', 'subscriber'],
}

type Look = {
  reader: Reader
  /** Whether the metered reader has pressed the button that opens the story. */
  hasReadFree: boolean
  isPhone: boolean
  isDark: boolean
  isOnPaper: boolean
  /** Whether the panel shows lists, search results, feeds and so on. */
  isElsewhere: boolean
  isFull: boolean
}
type Switch = 'isPhone' | 'isDark' | 'isOnPaper' | 'isElsewhere' | 'isFull'

const bodyAddress = /\/api\/preview\/[^/"'\s<>]+\/body\?[^"'\s<>]+/

async function fetchText(address: string): Promise<string | null> {
  const signal = AbortSignal.timeout(callTimeout)
  const response = await fetch(address, { signal }).catch(() => null)
  return response?.ok ? response.text().catch(() => null) : null
}

/** Sets the attributes that the page's scripts would set. */
function showAs(page: Document, look: Look, closedPart: string | null) {
  const { reader, isDark } = look
  const root = page.documentElement
  const isMetered = reader === 'metered'
  const isOpen = reader === 'subscriber' || (isMetered && look.hasReadFree)
  root.dataset.reader = { guest: 'guest', metered: 'notSubscribed', subscriber: 'isSubscribed' }[
    reader
  ]
  root.dataset.prices = 'international'
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.toggleAttribute('data-open', isOpen)
  for (const part of page.querySelectorAll<HTMLElement>('[data-wall] > *'))
    part.hidden = part.hasAttribute('data-metered-preview') !== isMetered
  const slot = page.querySelector('[data-body-slot]')
  if (!slot) return
  slot.innerHTML = isOpen && closedPart !== null ? closedPart : ''
}

export function offerPreview(editor: OpenEditor) {
  const { collection, slug, session, $document } = editor
  const button = findAct('preview')
  const panel = findPart('preview')
  const columns = findPart('columns')
  const look: Look = {
    reader: 'guest',
    hasReadFree: false,
    isPhone: true,
    isDark: false,
    isOnPaper: false,
    isElsewhere: false,
    isFull: false,
  }
  const paper = createPaperStyles()
  const frame = createElement('iframe', { sandbox: 'allow-same-origin', title: 'Preview' })
  const problem = createElement('p', { class: 'message problem', role: 'alert' })
  let path: string | null = null
  /** Whether the link at `path` shows a draft. Others show a scheduled story, even if a draft is saved later. */
  let isOfDraft = false
  let closedPart: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const toggles = [
    ...(readersOf[collection] ?? []).map((reader) =>
      createToggle(
        readers[reader],
        () => look.reader === reader,
        () => {
          look.reader = reader
          look.hasReadFree = false
        },
      ),
    ),
    createSwitch('Phone', 'isPhone'),
    createSwitch('Dark', 'isDark'),
    createSwitch('Print', 'isOnPaper'),
    ...(collection === 'articles' ? [createSwitch('Elsewhere', 'isElsewhere', load)] : []),
    createSwitch('Full', 'isFull'),
  ]

  function createSwitch(name: string, what: Switch, onChange?: () => void) {
    return createToggle(
      name,
      () => look[what],
      () => {
        look[what] = !look[what]
        onChange?.()
      },
    )
  }

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
    const width = look.isOnPaper ? paperWidth : look.isPhone ? phoneWidth : desktopWidth
    const scale = Math.min(1, panel.clientWidth / width)
    frame.style.width = `${width}px`
    frame.style.height = `${100 / scale}%`
    frame.style.transform = `scale(${scale})`
    const page = frame.contentDocument
    if (!page) return
    showAs(page, look, closedPart)
    paper.show(page, look.isOnPaper)
    const readFree = page.querySelector<HTMLElement>('[data-reads-free]')
    if (!readFree) return
    readFree.onclick = () => {
      look.hasReadFree = true
      apply()
    }
  }

  /** Loads the preview, and keeps the scroll position. */
  async function load() {
    problem.replaceChildren()
    problem.classList.add('problem')
    const hasDraft = session.$saving.get().revision > 0
    if (isOfDraft !== hasDraft) path = null
    if (path === null) {
      const document = $document.get()
      const isScheduled = collection === 'articles' && document?.stored?.state === 'scheduled'
      // Only drafts and scheduled stories have a preview.
      if (!hasDraft && !isScheduled) {
        const address = document?.path ?? '/'
        problem.classList.remove('problem')
        problem.replaceChildren(
          'There are no changes to preview yet. ',
          createElement('a', { href: address, target: '_blank' }, 'Open the page on the site'),
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
      isOfDraft = hasDraft
    }
    const shownPath = look.isElsewhere ? `${path}&view=elsewhere` : path
    const html = await fetchText(shownPath)
    if (html === null) {
      problem.textContent =
        'We couldn’t load the preview. Check your connection and the list under “Before publishing”, then try again.'
      return
    }
    const [address] = bodyAddress.exec(html) ?? []
    closedPart = address ? await fetchText(address.replaceAll('&amp;', '&')) : null
    const page = new DOMParser().parseFromString(html, 'text/html')
    const shown = frame.contentDocument
    // Another page has its own styles, which the shown page's content security policy doesn't allow.
    if (!shown?.querySelector('main') || !frame.src.endsWith(shownPath)) {
      frame.onload = apply
      frame.src = shownPath
      return
    }
    const { scrollTop } = shown.documentElement
    shown.head.replaceWith(page.head)
    // The new page's styles are loaded again.
    shown.head.addEventListener('load', apply, { capture: true })
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
