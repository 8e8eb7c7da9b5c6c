/** Tests confirming an address, logged in and logged out, while imported access is waiting for the address's owner. */
import { beforeEach, describe, expect, it } from 'vitest'
import { findSuppressionPath, suppress } from '../email/suppressed-addresses.ts'
import { getImportedGrantPath } from '../subscription/claim-imported-grant.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

const email = 'mira@example.com'
const uid = 'account'

let harness: WorkerHarness
let browser: ReturnType<WorkerHarness['openBrowser']>
beforeEach(async () => {
  harness = new WorkerHarness()
  const grant = {
    until: new Date('2026-07-01'),
    source: 'ghost',
    importedAt: harness.now,
    importedBy: 'Ama',
  }
  await harness.store({ [(await getImportedGrantPath(email))!]: grant })
  harness.accounts.set(uid, email)
  browser = harness.openBrowser()
  await browser.send('POST', '/api/session', { idToken: uid })
  harness.now = new Date(harness.now.getTime() + 60_000)
})

type Browser = typeof browser

const confirmIn = ({ send }: Browser) => send('POST', '/api/confirmation', { code: uid })

async function fetchSubscription({ cookies, send }: Browser) {
  cookies.delete('__Host-pass')
  return (await send('GET', '/api/subscription')).json()
}

describe('confirming an address', () => {
  it('keeps the session and gives access in the logged-in browser', async () => {
    const response = await confirmIn(browser)
    expect(await response.json()).toEqual({ email, isSecured: false })
    expect(await fetchSubscription(browser)).toMatchObject({ signedIn: true, entitled: true })
  })

  it('in a logged-out browser ends all of the account’s sessions, and gives access once the reader logs in by email', async () => {
    const response = await confirmIn(harness.openBrowser())
    expect(await response.json()).toEqual({ email, isSecured: true })
    expect(await fetchSubscription(browser)).toMatchObject({ signedIn: false, entitled: false })

    harness.now = new Date(harness.now.getTime() + 60_000)
    const own = harness.openBrowser()
    await own.send('POST', '/api/session', {
      idToken: harness.openSignInLink(email),
      isEmailLink: true,
    })
    expect(await fetchSubscription(own)).toMatchObject({ signedIn: true, entitled: true })
  })

  it('ends all of the account’s sessions if the browser is logged in to another account, which stays logged in', async () => {
    harness.accounts.set('other', 'other@example.com')
    const other = harness.openBrowser()
    await other.send('POST', '/api/session', { idToken: 'other' })
    expect(await (await confirmIn(other)).json()).toEqual({ email, isSecured: true })
    expect(await fetchSubscription(browser)).toMatchObject({ signedIn: false })
    expect(await fetchSubscription(other)).toMatchObject({ signedIn: true, entitled: false })
  })

  it('in a logged-out browser gives no access if the account can’t be secured', async () => {
    harness.unavailableService = 'accounts'
    expect((await confirmIn(harness.openBrowser())).status).toBe(503)
    harness.unavailableService = null
    expect(await fetchSubscription(browser)).toMatchObject({ entitled: false })
  })
})

describe('an address that bounced', () => {
  const readSuppression = async () => {
    const path = (await findSuppressionPath(email))!
    return unwrap(await harness.database.firestore.get(path))?.fields
  }
  beforeEach(async () => {
    await suppress(harness.database.firestore, email, harness.now)
    harness.now = new Date(harness.now.getTime() + 60_000)
  })

  it('gets emails again once its reader opens the confirmation link', async () => {
    await confirmIn(browser)
    expect(await readSuppression()).toEqual({ hardBouncedAt: null, confirmedAt: harness.now })
  })

  it('gets emails again after a login by email, but not after any other login', async () => {
    const own = harness.openBrowser()
    await own.send('POST', '/api/session', { idToken: uid })
    expect(await readSuppression()).toMatchObject({ hardBouncedAt: expect.any(Date) })
    const idToken = harness.openSignInLink(email)
    await own.send('POST', '/api/session', { idToken, isEmailLink: true })
    expect(await readSuppression()).toEqual({ hardBouncedAt: null, confirmedAt: harness.now })
  })
})
