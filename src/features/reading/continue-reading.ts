/** Fills the room that the front page keeps for what the reader has begun (ContinueReading.astro). */
import type { Begun } from './begun.ts'
import { partRead } from './part-read.ts'
import { addressToReadOn } from './place-in-address.ts'
import { begunArticles } from './reading-list.ts'

/** As many as stand side by side. */
const length = 3

export async function fillContinueReading(section: HTMLElement) {
  const list = section.querySelector('ol')
  const known = await begunArticles()
  const begun = known.ok ? known.value.slice(0, length) : []
  const rows =
    begun.length > 0
      ? begun.map(rowOf)
      : [note(known.ok ? 'You have finished all that you began.' : known.failure.message)]
  list?.replaceChildren(...rows)
  section.removeAttribute('aria-busy')
}

function rowOf({ slug, title, depth }: Begun): HTMLElement {
  const link = document.createElement('a')
  link.href = addressToReadOn(slug, depth)
  link.textContent = title
  const thread = document.createElement('div')
  thread.className = 'thread'
  thread.style.setProperty('--read', `${depth * 100}%`)
  const words = document.createElement('p')
  words.className = 'words'
  words.textContent = partRead(depth)
  const row = document.createElement('li')
  row.append(link, thread, words)
  return row
}

function note(text: string): HTMLElement {
  const row = document.createElement('li')
  row.className = 'none'
  row.textContent = text
  return row
}
