/** The Worker in one process, with logged-in readers and stories. */
import { expect } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { unwrap } from './unwrap.ts'
import { WorkerHarness } from './worker-harness.ts'

export type Browser = ReturnType<WorkerHarness['openBrowser']>

/** Returns the error's message. */
export async function expectRefusal(
  pending: Promise<Response>,
  status: number,
  code: string,
): Promise<string> {
  const response = await pending
  const body = (await response.json()) as { error: { message: string } }
  expect([response.status, body]).toMatchObject([status, { error: { code } }])
  return body.error.message
}

export const createStory = (slug: string, at: Date) => ({
  title: `On ${slug}`,
  body: 'A text.\n\n<!-- more -->\n\nIts rest.',
  dek: '',
  category: 'food',
  authors: ['mira-bai'],
  image: { id: 'a-pot-0123456789abcdef', alt: 'A pot', credit: 'Us', width: 1200, height: 800 },
  access: 'metered',
  tags: [],
  status: 'published',
  publishedAt: at,
  updatedAt: at,
})

export class ReaderHarness extends WorkerHarness {
  advance(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Stores a reader with these fields, and returns their browser. */
  async addReader(uid: string, fields: object = {}): Promise<Browser> {
    const email = `${uid}@example.com`
    const reader = { first_name: uid, last_name: '', email, emailVerified: true }
    this.accounts.set(uid, email)
    await this.store({ [`users/${uid}`]: { ...reader, createdAt: this.now, ...fields } })
    const browser = this.openBrowser()
    await this.logIn(uid, browser)
    return browser
  }

  async addSubscriber(uid: string): Promise<Browser> {
    const paidThrough = new Date(this.now.getTime() + 20 * day)
    const subscription = { state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough }
    await this.store({ [`subscriptions/${uid}`]: { subscription } })
    return this.addReader(uid)
  }

  /** Opens a browser with the same cookies, like a copy on another device. */
  copyBrowser({ cookies }: Browser): Browser {
    const browser = this.openBrowser()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }

  storeStory(slug: string, fields: object = {}) {
    return this.store({ [`articles/${slug}`]: { ...createStory(slug, this.now), ...fields } })
  }

  async readFields(path: string) {
    return unwrap(await this.database.firestore.get(path))?.fields
  }
}
