import { expect, type Request } from '@playwright/test'
import { test } from './journey.ts'
import { fillIn, logIn, open, signIn, withoutPictures } from './readers.ts'

test('a wrong password gets a clear message, and nothing typed is lost', async ({ page }) => {
  await signIn(page, 'subscriber', '/', 'not the password')
  await expect(page.getByRole('alert')).toContainText('do not go together')
  await expect(page.getByLabel('E-mail')).toHaveValue('subscriber@example.com')
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await expect(page).toHaveURL(/\/login/)
})

test('an unknown address gets what a wrong password gets: the same words after the same calls', async ({
  page,
}) => {
  const told: object[] = []
  for (const reader of ['subscriber', 'nobody-at-all']) {
    const calls: string[] = []
    const note = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (/accounts:|\/api\//.test(pathname)) calls.push(`${request.method()} ${pathname}`)
    }
    page.on('request', note)
    await signIn(page, reader, '/', 'not the password')
    await expect(page.getByRole('alert')).toContainText('do not go together')
    told.push({ words: await page.getByRole('main').textContent(), calls })
    page.off('request', note)
  }
  expect(told[1]).toEqual(told[0])
})

for (const [code, words] of [
  ['TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled', 'Too many tries'],
  ['USER_DISABLED', 'This account is closed'],
] as const) {
  test(`a sign-in service that says ${code} says so to the reader`, async ({ page }) => {
    await page.route('**/accounts:signInWithPassword*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: code } } }),
    )
    await signIn(page, 'subscriber')
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.getByLabel('Password')).toHaveValue('verandah-sample')
  })
}

test('a press twice signs in once', async ({ page }) => {
  const sessions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/session')) {
      sessions.push(request.url())
    }
  })
  await open(page, '/login')
  await page.getByLabel('E-mail').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).dblclick()
  await expect(page).toHaveURL('/')
  expect(sessions).toHaveLength(1)
})

test('a press before the script runs sends nothing and loses nothing', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_astro/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('subscriber@example.com')
  await page.getByLabel('E-mail').press('Enter')
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeDisabled()
  await expect(page).toHaveURL('/login')
  release()
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled()
  await expect(page.getByLabel('E-mail')).toHaveValue('subscriber@example.com')
})

test('no other site is a place to return to', async ({ page, baseURL }) => {
  await signIn(page, 'subscriber', 'https://evil.example/')
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('being offline says so', async ({ page, context }) => {
  await open(page, '/login')
  await page.getByLabel('E-mail').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled()
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('offline')
})

const signInService = '**/identitytoolkit.googleapis.com/**'
const rubbish = [
  ['a page', '<html>'],
  ['JSON that breaks off', '{"idToken":'],
  ['JSON that is something else', '[]'],
] as const

for (const [what, body] of [['nothing', null], ...rubbish] as const) {
  test(`a sign-in service that answers ${what} says so, and works when it is well`, async ({
    page,
  }) => {
    await page.route(signInService, (route) =>
      body === null ? route.abort() : route.fulfill({ contentType: 'application/json', body }),
    )
    await signIn(page, 'subscriber')
    await expect(page.getByRole('alert')).toContainText('not possible right now')
    await expect(page.getByLabel('E-mail')).toHaveValue('subscriber@example.com')
    await expect(page.getByLabel('Password')).toHaveValue('verandah-sample')
    await page.unroute(signInService)
    await logIn(page)
    await expect(page).toHaveURL('/')
  })
}

test('a sign-in service that is too slow is given up, and works when it is well', async ({
  page,
}) => {
  await page.clock.install()
  const asked = page.waitForRequest(signInService)
  // Never answered; unrouting below lets it go.
  await page.route(signInService, () => {})
  await signIn(page, 'subscriber')
  await asked
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toContainText('not possible right now')
  await expect(page.getByLabel('Password')).toHaveValue('verandah-sample')
  await page.unroute(signInService)
  await logIn(page)
  await expect(page).toHaveURL('/')
})

test('Firebase loads when somebody signs in, and on no other occasion', async ({ page }) => {
  await withoutPictures(page)
  const isFirebase = (url: string) => url.includes('/_astro/firebase-auth.')
  const asked: string[] = []
  page.on('request', (request) => isFirebase(request.url()) && asked.push(request.url()))
  for (const path of ['/', '/latest', '/fathers-in-pencil', '/settings', '/login']) {
    await page.goto(path)
  }
  expect(asked).toEqual([])
  await fillIn(page, 'subscriber')
  await expect(page).toHaveURL('/')
  expect(asked).toHaveLength(1)
})
