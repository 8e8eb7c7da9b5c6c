/** Words, typing, network and counting that tasks in our desk and in Ghost's admin share. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { TaskName } from './desk-task-table.ts'

/** A task's actions, and the seconds from the first to the end that a person sees. Null if the text was lost. */
export type TaskRun = { readonly actions: number; readonly seconds: number } | null
export type Opening = {
  readonly seconds: number
  readonly kilobytes: number
  readonly requests: number
}

/** A program with its tasks, each of which begins on an empty page of a context that is signed in. */
export type Desk = {
  readonly url: string
  signIn(context: BrowserContext): Promise<void>
  readonly tasks: Readonly<Record<TaskName, (page: Page) => Promise<TaskRun>>>
  /** Creates a draft, and returns the path of its editor. */
  createDraft(context: BrowserContext): Promise<string>
  /** Waits for the editor, and puts the cursor into its text. Returns the text. */
  enterText(page: Page): Promise<Locator>
}

/** Milliseconds until a step counts as failed. */
export const timeLimit = 60_000
/** Milliseconds between two keys. */
const typingDelay = 20
/** Bytes per second, and milliseconds for a round trip, as in an office. */
const network = {
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
  latency: 40,
} as const

export const story = {
  standfirst: 'What the ferrymen say.',
  first: 'The ferry is in [the ledger](https://example.org/ledger) of 1999.',
  quote: 'The river keeps its own books.',
  second: 'Nobody remembers a day on which it was late.',
  note: 'Said in 1999.',
  description: 'A pattern of boats',
  credit: 'The studio',
} as const

let stories = 0

/** Returns another headline for each story, because a sixth with the same one would need an address of its own. */
export const createTitle = () => `The river by night ${++stories}`

/** Throws an error if a part of the story is missing in its public page. */
export function checkStory(html: string) {
  const parts = [
    '<blockquote',
    // Ghost adds a parameter.
    'href="https://example.org/ledger',
    story.note,
    story.second,
    `alt="${story.description}"`,
  ]
  const missing = parts.filter((part) => !html.includes(part))
  if (missing.length > 0) throw new Error(`The published story lacks ${missing.join(', ')}.`)
}

/** Typed a second before a crash, and never saved by the person. */
export const lostWords = ' The last boat left at nine.'

export const draftText = ['One paragraph.', 'Another paragraph.'] as const
export const misspelt = { before: 'It cost ', wrong: 'tree', right: 'three', after: ' rupees.' }

let pictures = 0

/** Creates a picture that hasn't been stored yet. Ghost doesn't accept AVIF. */
export async function createPicture() {
  const file = 'scripts/dev/sample/articles/pictures/fathers-in-pencil.avif'
  pictures++
  const buffer = await sharp(file)
    .resize({ width: 1400 + pictures })
    .jpeg({ quality: 85 })
    .toBuffer()
  return { name: `boats-${pictures}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** The day and the time of a schedule. */
export const later = { day: `${new Date().getFullYear() + 1}-01-02`, time: '09:30' } as const

/** Does what a person does, and counts it. */
export class Person {
  readonly page: Page
  #actions = 0
  #startedAt: number | null = null

  constructor(page: Page) {
    this.page = page
  }

  #act() {
    this.#startedAt ??= performance.now()
    this.#actions++
  }

  async click(target: Locator) {
    this.#act()
    await target.click()
  }

  /** Clicks a button that never stands still, for which Playwright would wait in vain. */
  async clickMoving(target: Locator) {
    await target.waitFor()
    this.#act()
    await target.click({ force: true })
  }

  async press(key: string) {
    this.#act()
    await this.page.keyboard.press(key)
  }

  /** Types into the field that has the focus. Line feeds are Enter. */
  async type(text: string) {
    this.#act()
    await this.page.keyboard.type(text, { delay: typingDelay })
  }

  /** Types a time into the field that has the focus, whose parts have an order that depends on the browser. */
  async typeTime(field: Locator, value: string) {
    this.#act()
    await this.page.waitForTimeout(typingDelay * value.length)
    await field.fill(value)
  }

  /** Chooses from a list of choices, which takes one click to open it and one to choose. */
  async select(field: Locator, label: string) {
    this.#act()
    this.#act()
    await field.selectOption(label)
  }

  async doubleClickWord(text: Locator, word: string) {
    this.#act()
    const { x, y } = await findWord(text, word)
    await this.page.mouse.dblclick(x, y)
  }

  /** Presses a button, and chooses a file in the dialog that it opens. */
  async chooseFile(button: Locator, file: Awaited<ReturnType<typeof createPicture>>) {
    const chooser = this.page.waitForEvent('filechooser')
    await this.click(button)
    this.#act()
    await (await chooser).setFiles(file)
  }

  async open(path: string) {
    this.#act()
    await this.page.goto(path, { waitUntil: 'commit' })
  }

  /** Returns the figures once the end is shown. */
  async end(shown: Locator): Promise<NonNullable<TaskRun>> {
    await shown.waitFor()
    return { actions: this.#actions, seconds: (performance.now() - this.#startedAt!) / 1000 }
  }
}

/** Returns the position of a word in the window. */
const findWord = (text: Locator, word: string) =>
  text.evaluate((element, word) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const at = walker.currentNode.nodeValue!.indexOf(word)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + word.length)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    throw new Error(`no ${word}`)
  }, word)

/** Opens an empty page on the simulated network. */
export async function openThrottledPage(context: BrowserContext) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  return { page, session }
}

/** Types, and ends the page's process a second later, while the browser stays open. Returns another page. */
export async function typeAndCrash({ page }: Person): Promise<Page> {
  await page.keyboard.type(lostWords, { delay: typingDelay })
  await page.waitForTimeout(1000)
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  void session.send('Page.crash').catch(() => {})
  await crashed
  return (await openThrottledPage(page.context())).page
}

/** Measures until a typed character is shown, from an empty cache. All that the page loads until it is idle counts. */
export async function measureOpening(context: BrowserContext, desk: Desk): Promise<Opening> {
  const path = await desk.createDraft(context)
  const { page, session } = await openThrottledPage(context)
  let [bytes, requests] = [0, 0]
  session.on('Network.responseReceived', () => requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const startedAt = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  const text = await desk.enterText(page)
  await page.keyboard.type('Z')
  await text.filter({ hasText: 'Z' }).waitFor()
  const seconds = (performance.now() - startedAt) / 1000
  await page.waitForLoadState('networkidle')
  return { seconds, kilobytes: bytes / 1000, requests }
}
