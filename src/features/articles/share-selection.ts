/** A bar near words selected in the text (SelectionBar.astro). Tab focuses it, Escape closes it. */
import { track } from '../../browser/analytics.ts'
import { copyText } from '../../browser/clipboard.ts'
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'
import { buildShareLink, type ShareContent, type ShareService } from '../../ui/share-links.ts'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'
import styles from './selection-bar.css?inline'
import { findChannel, shareNatively } from './share-menu.ts'
import { buildTextFragment, splitWords } from './text-fragment.ts'

/** Fewer words may be selected by accident, or to look them up. */
const minWords = 3
/** Milliseconds after the selection's last change. */
const selectionDelay = 250
const textSelector = 'article .prose'
const blockSelector = 'p, li, h2, h3, h4, td, th, figcaption, pre'

/** Returns the article's text by block, up to a point or to its end. */
function textBlocksUpTo(point?: Range): string[] {
  const blocks: string[] = []
  let current: Element | null = null
  for (const prose of document.querySelectorAll(textSelector)) {
    const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const block = node.parentElement!.closest(blockSelector)
      // Skips white space in the source.
      if (!block || !prose.contains(block)) continue
      if (block !== current) blocks.push('')
      current = block
      if (point && point.comparePoint(node, 0) > 0) return blocks
      const isLast = node === point?.startContainer
      blocks[blocks.length - 1] += node.nodeValue!.slice(0, isLast ? point!.startOffset : undefined)
    }
  }
  return blocks
}

const isInText = (node: Node) =>
  (node instanceof Element ? node : node.parentElement)?.closest(textSelector) != null

/** Returns null unless the selection consists of words in the text. */
function readSelection(article: ShareContent): { shared: ShareContent; range: Range } | null {
  const selection = getSelection()
  if (!selection?.rangeCount || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  // Styles exclude the numbers of footnotes from selections.
  const quote = selection.toString().trim()
  if (splitWords([quote]).length < minWords) return null
  if (!isInText(range.startContainer) || !isInText(range.endContainer)) return null
  const [start, end] = [range.cloneRange(), range.cloneRange()]
  start.collapse(true)
  end.collapse(false)
  const before = textBlocksUpTo(start)
  const isMidWord = /\S$/.test(before.at(-1) ?? '') && /^\S/.test(range.toString())
  const fragment = buildTextFragment(
    splitWords(textBlocksUpTo()),
    splitWords(before).length - Number(isMidWord),
    splitWords(textBlocksUpTo(end)).length - 1,
  )
  return { shared: { ...article, address: `${article.address}#${fragment}`, quote }, range }
}

export function setUpSelectionSharing(slug: string, bar: HTMLElement, article: ShareContent) {
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  const trackShare = (channel: ShareChannel) => track('Highlighted Text Shared', { slug, channel })
  const statusMessage = document.querySelector('[data-selection-status]')!
  const [native, ...others] = bar.querySelectorAll<HTMLElement>('[data-channel]')
  native!.hidden = !('share' in navigator)
  for (const other of others) {
    // The system's dialog already offers these services.
    if (!native!.hidden && other.dataset.channel !== 'link') other.hidden = true
  }
  let shared: ShareContent | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // This script is loaded while words are being selected.
  let isPointerDown = document.querySelector(':active') !== null

  function hide() {
    shared = null
    bar.hidePopover()
    statusMessage.textContent = ''
  }

  function show() {
    const selected = readSelection(article)
    if (!selected) return hide()
    shared = selected.shared
    const copyButton = bar.querySelector('[data-channel="link"]')!
    copyButton.textContent = 'Copy link'
    for (const link of bar.querySelectorAll('a')) {
      link.href = buildShareLink(link.dataset.channel as ShareService, shared)
    }
    bar.showPopover()
    statusMessage.textContent = 'Press Tab to share the selected text.'
    const { left, width, bottom } = selected.range.getBoundingClientRect()
    const halfWidth = bar.offsetWidth / 2
    const centre = Math.min(Math.max(left + width / 2, halfWidth), innerWidth - halfWidth)
    bar.style.setProperty('--middle', `${centre + scrollX}px`)
    bar.style.setProperty('--below', `${bottom + scrollY}px`)
  }

  function scheduleUpdate() {
    clearTimeout(timer)
    timer = setTimeout(
      () => !isPointerDown && !bar.matches(':focus-within') && show(),
      selectionDelay,
    )
  }

  document.addEventListener('selectionchange', scheduleUpdate)
  document.addEventListener('pointerdown', ({ pointerType }) => {
    isPointerDown = pointerType === 'mouse'
  })
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => {
      isPointerDown = false
      scheduleUpdate()
    })
  }
  document.addEventListener('keydown', (event) => {
    if (!shared) return
    if (event.key === 'Escape') hide()
    if (event.key === 'Tab' && !event.shiftKey && !bar.matches(':focus-within')) {
      event.preventDefault()
      bar.querySelector<HTMLElement>('[data-channel]:not([hidden])')!.focus()
    }
  })
  scheduleUpdate()
  // A press must not end the selection.
  bar.addEventListener('pointerdown', (event) => event.preventDefault())
  bar.addEventListener('click', async (event) => {
    const channel = findChannel(event.target)
    if (!channel || !shared) return
    if (channel === 'native') return shareNatively(shared, trackShare)
    if (channel !== 'link') return trackShare(channel)
    const isCopied = await copyText(shared.address)
    const copyButton = bar.querySelector('[data-channel="link"]')!
    copyButton.textContent = isCopied ? 'Copied' : 'Couldn’t copy'
    statusMessage.textContent = isCopied
      ? linkCopied
      : `${copyingBlocked} Try another way to share.`
    if (isCopied) trackShare('link')
  })
}
