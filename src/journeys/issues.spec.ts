import { expect } from '@playwright/test'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateBody,
  locateWall,
  openPage,
  recordErrors,
  recordRequests,
  sampleAccount,
} from './testing/page-actions.ts'
import { forgetReader } from './testing/session-actions.ts'

const path = '/newsletter/2026-11-22'
const closedWords = 'He had the list by heart'

test('a guest reads an issue from the archive as far as the wall, and a subscriber reads it to the end', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  const bodyRequests = recordRequests(page, /\/api\/issues\//)
  await openPage(page, '/newsletter')
  const archive = page.getByRole('region', { name: 'All issues' })
  await expect(archive.getByRole('link', { name: 'RSS feed' })).toHaveAttribute(
    'href',
    '/newsletter/feed',
  )
  await archive.getByRole('link', { name: 'Eleven left legs' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByText('There are eleven legs on Nasir’s shelf')).toBeVisible()
  await expect(page.getByText(closedWords)).toHaveCount(0)
  await expect(locateWall(page).getByRole('link', { name: 'Subscribe', exact: true })).toBeVisible()
  const share = page.getByRole('region', { name: 'Share this issue' })
  await expect(share.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(path)),
  )
  expect(bodyRequests).toEqual([])
  expect(errors).toEqual([])

  await test.step('a subscriber reads the rest, without a layout shift', async () => {
    await signInWithIdToken(context, sampleAccount('subscriber'))
    await openPage(page, path)
    await expect(locateBody(page)).toContainText(closedWords)
    await expect(locateWall(page)).toBeHidden()
    expect(await listLayoutShifts(page)).toEqual([])
  })

  // Without a part for subscribers, an issue has no wall.
  await forgetReader(page)
  await openPage(page, '/newsletter/2026-11-08')
  await expect(page.getByText('here are four stories')).toBeVisible()
  await expect(locateWall(page)).toHaveCount(0)
})
