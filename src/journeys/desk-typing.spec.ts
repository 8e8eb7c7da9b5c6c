/** Typing, deleting and reading in the editor: in any script, at any place, and with hostile text. */
import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import {
  createDraft,
  createStorySlug,
  goToEnd,
  locateText,
  openEditor,
  openNewDraft,
  readDocument,
  send,
  signInAsStaff,
  waitUntilSaved,
} from './testing/desk-documents.ts'
import { test } from './testing/journey-test.ts'
import { openPage } from './testing/page-actions.ts'

async function compose(input: CDPSession, text: string) {
  await input.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })
}

/** Types as Hindi, Bengali and Urdu keyboards do: letter by letter, each changing the word before it. */
async function composeByLetters(input: CDPSession, word: string) {
  const letters = [...word]
  for (const [index] of letters.entries())
    await compose(input, letters.slice(0, index + 1).join(''))
  await input.send('Input.insertText', { text: word })
}

async function composeAtOnce(input: CDPSession, word: string) {
  await compose(input, word)
  await input.send('Input.insertText', { text: word })
}

/** Types as phones' keyboards do: the word is underlined, and replaced by the intended one. */
async function composeWithCorrection(input: CDPSession, word: string) {
  await compose(input, word.slice(0, 1))
  await compose(input, `${word.slice(0, -1)}x`)
  await input.send('Input.insertText', { text: word })
}

const wordsOfScripts = [
  ['क्रिया', 'हिन्दी', 'ज़मीन', 'श्रीमती', 'द्वारा'],
  ['বৃষ্টি', 'ক্ষমা', 'কেমন', 'দুঃখ', 'স্ত্রী'],
  ['بارش', 'کہانی', 'زندگی', 'آؤ', 'ہے'],
] as const
const wordsOfPhones = ['monsoon', 'ferry', 'letters', 'quiet', 'harbour']
const wordsPerScript = 250
/** The number of such words per script. All others are composed at once, because each step takes about 20 ms. */
const wordsByLetters = 50

test('a thousand words arrive as they were composed', async ({ page, context }) => {
  test.slow()
  const slug = await openNewDraft(page, 'writer', { body: 'Start:' })
  const input = await context.newCDPSession(page)
  const paragraphs: string[] = []
  await goToEnd(page)
  for (const words of [...wordsOfScripts, wordsOfPhones]) {
    const typed = Array.from({ length: wordsPerScript }, (_, index) => words[index % words.length]!)
    await page.keyboard.press('Enter')
    for (const [index, word] of typed.entries()) {
      if (index > 0) await input.send('Input.insertText', { text: ' ' })
      if (words === wordsOfPhones) await composeWithCorrection(input, word)
      else if (index < wordsByLetters) await composeByLetters(input, word)
      else await composeAtOnce(input, word)
    }
    paragraphs.push(typed.join(' '))
  }
  await waitUntilSaved(page)
  const { draft } = await readDocument(context, slug)
  expect(draft?.body).toBe(['Start:', ...paragraphs].join('\n\n'))
})

const blocks = [
  'One.',
  '- first\n- second\n  - inner',
  '1. one\n2. two',
  '> quoted\n> more',
  '::embed{url="https://example.org" title="A film"}',
  ':::pullquote\nThe river.\n:::',
  '## Heading',
  '<!-- more -->',
  'A note.[^1]',
  '[^1]: Said so.',
  'End.',
]

/** Puts the cursor before the line's first character, with the editor's own command. */
async function goToLine(page: Page, line: number) {
  await page.keyboard.press('Control+Home')
  for (let count = 1; count < line; count++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
}

/** A directive that has lost a part would show as text. */
const brokenDirective = /::embed(?!\{url="https:\/\/example\.org" title="A film"\})/

test('Backspace at the beginning of any line breaks nothing, and can be undone', async ({
  page,
  context,
}) => {
  test.slow()
  await signInAsStaff(context, 'writer')
  const slug = createStorySlug()
  const body = blocks.join('\n\n')
  await createDraft(context, slug, { body })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await openEditor(page, slug)
  const text = locateText(page)
  const { length } = body.split('\n')

  async function pressBackspace(line: number) {
    await text.focus()
    await goToLine(page, line)
    await page.keyboard.press('Backspace')
    // Below a card, Backspace has selected the card.
    await page.keyboard.press('Escape')
  }

  for (let line = length; line >= 1; line--) {
    await pressBackspace(line)
    await text.focus()
    await page.keyboard.press('Control+z')
  }
  await goToEnd(page)
  await page.keyboard.type(' And on.')
  await waitUntilSaved(page)
  expect((await readDocument(context, slug)).draft?.body).toBe(`${body} And on.`)

  for (let line = length; line >= 1; line--) await pressBackspace(line)
  await waitUntilSaved(page)
  const { draft } = await readDocument(context, slug)
  expect(draft?.body).not.toMatch(brokenDirective)
  // A card that the keys have selected is removed as a whole.
  expect((draft?.body.match(/^:::/gm) ?? []).length % 2).toBe(0)
  expect(errors).toEqual([])
})

const attack = '"><img src=x onerror="hacked=1"><script>hacked=1</script>'
const hostileBody = [
  `Text ${attack}`,
  `[link](javascript:hacked=1) <svg onload="hacked=1"></svg>`,
  `::embed{url="javascript:hacked=1" title="<img src=x onerror=hacked=1>"}`,
  `::figure{image="x" alt="<img src=x onerror=hacked=1>" width="1" height="1"}`,
  `# ${attack}`,
  '<!-- more -->',
  `${attack}[^1]`,
  `[^1]: ${attack}`,
].join('\n\n')

async function expectNothingHacked(page: Page) {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  for (const frame of page.frames())
    expect(await frame.evaluate(() => 'hacked' in window).catch(() => false)).toBe(false)
}

/** Creates an author whose name is the attack. */
async function createHostileAuthor(context: BrowserContext, slug: string) {
  const content = { fields: { name: attack }, body: '', revision: 0, base: null }
  await send(context, 'PUT', `/api/desk/documents/authors/${slug}/draft`, content)
  await send(context, 'POST', `/api/desk/documents/authors/${slug}/publish`, { revision: 1 })
}

test('hostile text, names and files run nothing in the desk', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  const author = `author-${slug}`
  await createHostileAuthor(context, author)
  await createDraft(context, slug, { title: attack, body: hostileBody, authors: [author] })
  await openEditor(page, slug)
  await expect(page.getByRole('button', { name: `Remove ${attack}` })).toBeVisible()
  await expectNothingHacked(page)
  await page.getByRole('button', { name: 'Markdown' }).click()
  await page.getByRole('button', { name: 'Markdown' }).click()
  // The file isn't a picture, and its name is shown.
  await locateText(page).evaluate((text, name) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['<svg onload="hacked=1"/>'], name, { type: 'image/svg+xml' }))
    const init = { clipboardData, bubbles: true, cancelable: true }
    text.dispatchEvent(new ClipboardEvent('paste', init))
  }, `${attack}.svg`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText(/^This is an SVG drawing/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expectNothingHacked(page)
  for (const path of ['/desk', '/desk/stories', '/desk/stories?collection=authors']) {
    await openPage(page, path)
    await expectNothingHacked(page)
  }
  await send(context, 'DELETE', `/api/desk/documents/articles/${slug}/draft`, {})
})
