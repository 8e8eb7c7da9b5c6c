/** Steps in the desk's editor that journeys in Firefox and WebKit share. */
import { keys, type Page as Tab } from '../../../scripts/dev/webdriver/webdriver-page.ts'
import type { StaffRole } from '../../domain/staff/staff.ts'
import { signInAsStaff } from './desk-documents.ts'
import type { Account, Caller } from './journey-accounts.ts'

/** Logs the browser in as a new member of staff, who is also the caller of the API. */
export async function logInAsStaff(
  tab: Tab,
  { request }: Caller,
  role: StaffRole,
): Promise<Account> {
  const account = await signInAsStaff({ request }, role)
  const { cookies } = await request.storageState()
  // Cookies can only be set for the open page.
  await tab.open('/search')
  await tab.addCookies(new Map(cookies.map(({ name, value }) => [name, value])))
  return account
}

export async function openEditorIn(tab: Tab, slug: string) {
  await tab.open(`/desk/edit/articles/${slug}`)
  await waitForEditorIn(tab)
}

export const waitForEditorIn = (tab: Tab) =>
  tab.until('the editor', () =>
    tab.run(() => document.querySelector('[data-desk-editor][data-state="open"]') !== null),
  )

/** Waits until the status contains these words. */
export const waitForStatus = (tab: Tab, words: string) =>
  tab.until(`the status “${words}”`, () =>
    tab.run(
      (words) =>
        document.querySelector('[data-part="status"]')?.textContent?.includes(words) === true,
      words,
    ),
  )

/** Saves without waiting for a pause in typing. */
export async function saveNow(tab: Tab) {
  await tab.until('unsaved text', () =>
    tab.run(() => document.querySelector('[data-part="status"]')?.textContent !== 'Saved'),
  )
  // The editor saves once the network has returned.
  await tab.run(() => void dispatchEvent(new Event('online')))
}

/** Selects a word of the text: a press puts the cursor in it, and keys extend the selection. */
export async function selectWord(tab: Tab, word: string) {
  const { x, y } = await tab.until(`the word ${word}`, () =>
    tab.run((word) => {
      const line = [...document.querySelectorAll('.cm-line')].find((one) =>
        one.textContent?.includes(word),
      )
      const text = line?.firstChild
      if (!text) return null
      line.scrollIntoView({ block: 'center', behavior: 'instant' })
      const range = document.createRange()
      const at = text.nodeValue!.indexOf(word)
      range.setStart(text, at)
      range.setEnd(text, at + word.length)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }, word),
  )
  await tab.pressAt(x, y)
  await tab.pressTogether(keys.control, keys.left)
  await tab.pressTogether(keys.control, keys.shift, keys.right)
}

/** Drops a picture of one random colour, which isn't stored yet, onto the text. */
export const dropPicture = (tab: Tab, name: string) =>
  tab.run(async (name) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    const context = canvas.getContext('2d')!
    context.fillStyle = `rgb(${crypto.getRandomValues(new Uint8Array(3)).join(' ')})`
    context.fillRect(0, 0, 40, 30)
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png')
    })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([blob!], name, { type: 'image/png' }))
    const init = { dataTransfer, bubbles: true, cancelable: true }
    document.querySelector('.cm-content')!.dispatchEvent(new DragEvent('drop', init))
  }, name)

/** Returns the direction of each paragraph, its edge at which the text begins, and its words from left to right. */
export const listDirections = (tab: Tab, selector: string) =>
  tab.run(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)].flatMap((block) => {
        const texts: { word: string; x: number }[] = []
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
        while (walker.nextNode())
          for (const { 0: word, index } of walker.currentNode.nodeValue!.matchAll(/\S+/g)) {
            const range = document.createRange()
            range.setStart(walker.currentNode, index)
            range.setEnd(walker.currentNode, index + word.length)
            texts.push({ word, x: range.getBoundingClientRect().x })
          }
        if (texts.length === 0) return []
        const range = document.createRange()
        range.selectNodeContents(block)
        const [inner, outer] = [range.getBoundingClientRect(), block.getBoundingClientRect()]
        const isAtRight = outer.right - inner.right < inner.left - outer.left
        const words = texts.sort((one, other) => one.x - other.x).map(({ word }) => word)
        return [{ direction: getComputedStyle(block).direction, isAtRight, words }]
      }),
    selector,
  )
