/**
 * Sharing words of an article: a bar near the selection (HighlightBar.astro), for words of the text
 * alone, also of the part that the paywall puts in later. Tab leads to it, Escape away.
 */
import { track } from '../../browser/analytics.ts'
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'
import styles from './highlight-bar.css?inline'
import { channelOf, copyAddress, shareBySystem } from './share.ts'
import { type Shared, type ShareService, shareLink } from './share-links.ts'
import { textFragment, wordsOf } from './text-fragment.ts'

/** A word may be selected by accident, or to look it up. */
const fewestWords = 3
/** A selection is made once it has stood still so long, in ms. */
const settled = 250
const textSelector = 'article .prose'
const blockSelector = 'p, li, h2, h3, h4, td, th, figcaption, pre'

/** The text of the article by its blocks, up to a point of it or to its end. */
function blocksUpTo(point?: Range): string[] {
  const blocks: string[] = []
  let current: Element | null = null
  for (const prose of document.querySelectorAll(textSelector)) {
    const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const block = node.parentElement!.closest(blockSelector)
      // What is between the blocks is white space of the source.
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

/** What is selected, if it is words of the text. */
function selectedWords(article: Shared): { shared: Shared; range: Range } | null {
  const selection = getSelection()
  if (!selection?.rangeCount || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  // Without the numbers of notes, which styles keep out of what is selected.
  const quote = selection.toString().trim()
  if (wordsOf([quote]).length < fewestWords) return null
  if (!isInText(range.startContainer) || !isInText(range.endContainer)) return null
  const [start, end] = [range.cloneRange(), range.cloneRange()]
  start.collapse(true)
  end.collapse(false)
  const before = blocksUpTo(start)
  const isMidWord = /\S$/.test(before.at(-1) ?? '') && /^\S/.test(range.toString())
  const fragment = textFragment(
    wordsOf(blocksUpTo()),
    wordsOf(before).length - Number(isMidWord),
    wordsOf(blocksUpTo(end)).length - 1,
  )
  return { shared: { ...article, address: `${article.address}#${fragment}`, quote }, range }
}

export function startHighlights(slug: string, bar: HTMLElement, article: Shared) {
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  const told = (channel: ShareChannel) => track('Highlighted Text Shared', { slug, channel })
  const said = document.querySelector('[data-highlight-said]')!
  const [native, ...others] = bar.querySelectorAll<HTMLElement>('[data-channel]')
  native!.hidden = !('share' in navigator)
  for (const other of others) {
    // The system's own list has them all.
    if (!native!.hidden && other.dataset.channel !== 'link') other.hidden = true
  }
  let shared: Shared | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPressed = false

  function hide() {
    shared = null
    bar.hidePopover()
    said.textContent = ''
  }

  function show() {
    const selected = selectedWords(article)
    if (!selected) return hide()
    shared = selected.shared
    const copy = bar.querySelector('[data-channel="link"]')!
    copy.textContent = 'Copy link'
    for (const link of bar.querySelectorAll('a')) {
      link.href = shareLink(link.dataset.channel as ShareService, shared)
    }
    bar.showPopover()
    said.textContent = 'Tab leads to ways to share the words you have selected.'
    const { left, width, bottom } = selected.range.getBoundingClientRect()
    const half = bar.offsetWidth / 2
    const middle = Math.min(Math.max(left + width / 2, half), innerWidth - half)
    bar.style.setProperty('--middle', `${middle + scrollX}px`)
    bar.style.setProperty('--below', `${bottom + scrollY}px`)
  }

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(() => !isPressed && !bar.matches(':focus-within') && show(), settled)
  }

  document.addEventListener('selectionchange', schedule)
  document.addEventListener('pointerdown', ({ pointerType }) => {
    isPressed = pointerType === 'mouse'
  })
  document.addEventListener('pointerup', () => {
    isPressed = false
    schedule()
  })
  document.addEventListener('keydown', (event) => {
    if (!shared) return
    if (event.key === 'Escape') hide()
    if (event.key === 'Tab' && !event.shiftKey && !bar.matches(':focus-within')) {
      event.preventDefault()
      bar.querySelector<HTMLElement>('[data-channel]:not([hidden])')!.focus()
    }
  })
  // A press on the bar leaves the words selected.
  bar.addEventListener('pointerdown', (event) => event.preventDefault())
  bar.addEventListener('click', async (event) => {
    const channel = channelOf(event.target)
    if (!channel || !shared) return
    if (channel === 'native') return shareBySystem(shared, told)
    if (channel !== 'link') return told(channel)
    const isCopied = await copyAddress(shared.address)
    const copy = bar.querySelector('[data-channel="link"]')!
    copy.textContent = isCopied ? 'Copied' : 'Not possible here'
    said.textContent = isCopied ? 'The link is copied.' : 'Your browser does not let us copy.'
    if (isCopied) told('link')
  })
}
