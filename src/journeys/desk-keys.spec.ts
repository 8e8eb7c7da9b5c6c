/** Access keys: created by a member of staff, used as the command line does, confirmed and revoked. */
import { expect, type Page } from '@playwright/test'
import { secondsAgo, signCookie } from '../../functions/testing/edge-client.ts'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { addSessionCookies, openPage, recordErrors, submitLogin } from './testing/page-actions.ts'

const path = '/desk/keys'

async function callWithKey(page: Page, key: string, route: string, data?: object) {
  const [method, address] = route.split(' ') as [string, string]
  const headers = { Authorization: `Bearer ${key}` }
  // The command line sends no cookies.
  const response = await fetch(new URL(address, page.url()), {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(data ? { body: JSON.stringify(data) } : {}),
  })
  return { status: response.status, body: await response.json() }
}

test('an operator creates an access key, confirms it and revokes it', async ({ page, context }) => {
  const errors = recordErrors(page)
  const { uid, name, password } = await signInAsNewReader(context)
  const { siteUrl, buildEnvironment } = readRunningStack()
  const written = await connectFirestore(buildEnvironment).commit([
    { set: `users/${uid}`, fields: { role: 'operator', sessionsEndedAt: null }, merge: true },
  ])
  if (!written.ok) throw new Error(written.failure.kind)

  await openPage(page, path)
  await expect(page.getByText('You don’t have any access keys.')).toBeVisible()
  await page.getByLabel('Name').fill('The office computer')
  await page.getByRole('button', { name: 'Create key' }).click()
  const field = page.getByLabel('Your new key')
  await expect(field).toBeFocused()
  const problems = await findProblemsAt([390, 1280], page, 'a new key')
  const key = await field.inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('not used yet')).toBeVisible()
  expect(await page.content()).not.toContain(key)
  expect(await callWithKey(page, key, 'GET /api/desk/me')).toMatchObject({
    status: 200,
    body: { uid, role: 'operator', key: 'The office computer' },
  })

  const change = { account: uid, role: 'operator' }
  const refused = await callWithKey(page, key, 'PUT /api/desk/staff', change)
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'confirmation_required' } } })
  // The session looks as if the login were an hour ago.
  const since = secondsAgo(3600)
  const session = await signCookie('session', { sub: uid, since: since.getTime() / 1000 }, since)
  await addSessionCookies(context, new Map([['__Host-session', session]]), siteUrl)
  await openPage(page, refused.body.error.page)
  await expect(page.getByRole('button', { name: /^Allow/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Log in again' }).click()
  await submitLogin(page, name, password)
  await expect(page.getByText('your access key “The office computer”')).toBeVisible()
  problems.push(...(await findProblemsAt([390, 1280], page, 'a request')))
  await page.getByRole('button', { name: 'Allow for 30 minutes' }).click()
  await expect(page.getByText('Go back to the terminal')).toBeVisible()
  expect((await callWithKey(page, key, 'PUT /api/desk/staff', change)).status).toBe(200)

  await openPage(page, path)
  await expect(page.getByText(/^Can move money and change roles until \d\d:\d\d$/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Revoke The office computer' }).click()
  await expect(page.getByText('You don’t have any access keys.')).toBeVisible()
  expect((await callWithKey(page, key, 'GET /api/desk/me')).status).toBe(404)
  expect([errors, problems]).toEqual([[], []])
})
