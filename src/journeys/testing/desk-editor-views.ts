/** The desk's editor, with its dialogs and what it shows when something fails. */
import type { Page } from '@playwright/test'
import type { PageView } from './open-view.ts'
import { sampleArticles } from './page-actions.ts'

const { slug } = sampleArticles.metered
const reader = 'editor'
const documentRoute = `**/api/desk/documents/articles/${slug}`
const newPath = '/desk/edit/articles/a-view?title=Rain'
const editPath = `/desk/edit/articles/${slug}`

const waitForEditor = (page: Page) =>
  page.locator('[data-desk-editor][data-state="open"]').waitFor()

async function openPublishing(page: Page) {
  await waitForEditor(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish changes' }).waitFor()
}

async function choosePicture(page: Page) {
  await waitForEditor(page)
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await page.locator('.stored').first().waitFor()
}

async function failToSave(page: Page) {
  await page.route('**/draft', (route) => route.abort())
  await waitForEditor(page)
  await storeNothing(page)
  await page.getByRole('textbox', { name: 'Standfirst' }).fill('Another standfirst')
  await page.getByText('Your text is stored on this device.').first().waitFor()
}

/** The editor's page before its scripts have arrived, after its time limit. */
async function waitInVain(page: Page) {
  await waitForEditor(page)
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-desk-editor]')!.dataset.state = ''
  })
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await page.getByText('Opening is taking longer').waitFor()
}

const waitForNothing = (page: Page) =>
  page.getByText('There’s nothing here that you can edit.').waitFor()

const answerWith = (page: Page, route: string, code: string, message = '') =>
  page.route(route, (called) =>
    called.fulfill({
      status: { signed_out: 401, not_found: 404, unavailable: 503 }[code] ?? 409,
      json: { error: { code, message } },
    }),
  )

/** The device stores nothing, because the next view would offer it. */
const storeNothing = (page: Page) =>
  page.evaluate(() => {
    Object.assign(IDBObjectStore.prototype, {
      put(this: IDBObjectStore) {
        return this.count()
      },
    })
  })

/** Types, and saves without waiting for a pause. */
async function save(page: Page, code: string, message?: string) {
  await answerWith(page, '**/draft', code, message)
  await waitForEditor(page)
  await storeNothing(page)
  await page.getByRole('textbox', { name: 'Standfirst' }).fill('Another standfirst')
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

const loginDialog = 'Log in to continue'

async function loseSession(page: Page) {
  await answerWith(page, '**/api/desk/me', 'not_found')
  await save(page, 'not_found')
  await page.getByRole('dialog', { name: loginDialog }).waitFor()
}

async function seeOtherPerson(page: Page) {
  const text = 'Somebody else is logged in now. Log in as the person who opened this page.'
  await answerWith(page, '**/api/desk/me', 'signed_out', text)
  await save(page, 'signed_out', text)
  await page.getByRole('button', { name: 'Log them out' }).waitFor()
}

/** Somebody else has saved another standfirst. */
async function meetConflict(page: Page) {
  await waitForEditor(page)
  await page.route(documentRoute, async (route) => {
    const response = await route.fetch()
    const { stored, path } = await response.json()
    const person = { uid: 'other', name: 'Anahita Daruwalla' }
    const now = new Date().toISOString()
    const fields = { ...stored.fields, dek: 'What the fathers drew, and never showed.' }
    const draft = {
      ...{ fields, body: stored.body, base: stored.version, revision: 2 },
      ...{ savedAt: now, savedBy: person, owner: person, editing: person },
      ...{ submitted: null, takenOver: null, publishAt: null, deletedAt: null },
    }
    await route.fulfill({ json: { stored, path, draft } })
  })
  await save(page, 'outdated')
  await page.getByRole('button', { name: 'Use this page’s version' }).waitFor()
}

async function seePresence(page: Page) {
  await meetConflict(page)
  await page.keyboard.press('Escape')
  await page.getByText('Your version isn’t saved').waitFor()
}

async function openPreview(page: Page) {
  await waitForEditor(page)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('link', { name: 'Open the page on the site' }).waitFor()
}

/** Pretends to have saved a new story. */
async function saveNew(page: Page) {
  const saved = { revision: 1, savedAt: new Date().toISOString(), takenOverBy: null, problems: [] }
  await page.route('**/draft', (route) => route.fulfill({ json: saved }))
  await waitForEditor(page)
}

async function submit(page: Page) {
  await saveNew(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('textbox', { name: /^A note/ }).waitFor()
}

async function schedule(page: Page) {
  await openPublishing(page)
  await page.getByText('At another time').click()
  await page.getByLabel(/^Time in/).fill('2099-01-01T09:30')
}

async function seeWhatIsMissing(page: Page) {
  await saveNew(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: /things to fix before you publish$/ }).waitFor()
}

async function openDetails(page: Page) {
  await waitForEditor(page)
  const details = page.getByRole('button', { name: 'Details' })
  if (await details.isVisible()) await details.click()
}

async function choosePlainText(page: Page) {
  await openDetails(page)
  await page.getByRole('button', { name: 'Plain text field' }).click()
}

export const deskEditorViews: readonly PageView[] = [
  { name: 'desk-edit-picture', path: editPath, reader, prepare: choosePicture },
  { name: 'desk-edit', path: editPath, reader, prepare: waitForEditor },
  { name: 'desk-edit-publish', path: editPath, reader, prepare: openPublishing },
  { name: 'desk-edit-new', path: newPath, reader, prepare: waitForEditor },
  { name: 'desk-edit-new-publish', path: newPath, reader, prepare: seeWhatIsMissing },
  { name: 'desk-edit-new-submit', path: newPath, reader: 'writer', prepare: submit },
  {
    name: 'desk-edit-nothing',
    path: '/desk/edit/articles/a-view',
    reader,
    prepare: waitForNothing,
  },
  { name: 'desk-edit-stuck', path: editPath, reader, prepare: waitInVain },
  { name: 'desk-edit-logged-out', path: editPath, reader, prepare: loseSession },
  { name: 'desk-edit-other-person', path: editPath, reader, prepare: seeOtherPerson },
  { name: 'desk-edit-conflict', path: editPath, reader, prepare: meetConflict },
  { name: 'desk-edit-presence', path: editPath, reader, prepare: seePresence },
  { name: 'desk-edit-preview-none', path: editPath, reader, prepare: openPreview },
  { name: 'desk-edit-schedule', path: editPath, reader, prepare: schedule },
  { name: 'desk-edit-details', path: editPath, reader, prepare: openDetails },
  { name: 'desk-edit-plain', path: editPath, reader, prepare: choosePlainText },
  {
    name: 'desk-edit-event',
    path: '/desk/edit/events/winter-salon',
    reader,
    prepare: waitForEditor,
  },
  { name: 'desk-edit-unsaved', path: editPath, reader, prepare: failToSave },
]
