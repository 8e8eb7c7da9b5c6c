/** The Worker in one process, for readers' public pages. */
import { expect } from 'vitest'
import type { ProfileResponse } from '../../../src/contracts/endpoints/profile-endpoints.ts'
import type { Write } from '../../platform/adapters/firestore.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { WorkerHarness } from '../../testing/worker-harness.ts'

export type Browser = ReturnType<WorkerHarness['openBrowser']>

export const settings = {
  handle: 'ama-reads',
  name: 'Ama S.',
  bio: '',
  isPublic: true,
  isIndexed: false,
}

export const save = (browser: Browser, change: Partial<typeof settings> = {}) =>
  browser.send('PUT', '/api/profile', { ...settings, ...change })
export const readOwn = async (browser: Browser) =>
  (await (await browser.send('GET', '/api/profile')).json()) as ProfileResponse
export const recommend = (browser: Browser, slug: string) =>
  browser.send('PUT', `/api/profile/recommendations/${slug}`)

export async function expectRefusal(pending: Promise<Response>, status: number, code: string) {
  const response = await pending
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
}

export class ProfileHarness extends WorkerHarness {
  commit = async (...writes: Write[]) => unwrap(await this.database.firestore.commit(writes))

  setAuthorNames(names: Readonly<Record<string, string>>) {
    this.assets.set('/author-names.json', JSON.stringify(names))
  }

  advance(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Stores a reader, and returns their browser. */
  async addReader(uid: string, { emailVerified = true } = {}): Promise<Browser> {
    const email = `${uid}@example.com`
    const fields = { first_name: uid, last_name: '', email, emailVerified, createdAt: this.now }
    await this.commit({ set: `users/${uid}`, fields })
    const browser = this.openBrowser()
    const session = await this.tokens.issueSession(uid, this.now, this.now)
    browser.cookies.set('__Host-session', session)
    return browser
  }

  visit = (handle: string) => this.openBrowser().send('GET', `/reader/${handle}`)

  async readStories(handle: string) {
    const page = (await (await this.visit(handle)).json()) as {
      stories: { slug: string; title: string }[]
    }
    return page.stories.map(({ slug, title }) => `${slug}: ${title}`)
  }

  async storeStory(slug: string, fields: object = {}) {
    const story = {
      title: `On ${slug}`,
      dek: '',
      category: 'food',
      authors: ['mira-bai'],
      image: { id: 'a-pot-0123456789abcdef', alt: 'A pot', credit: 'Us', width: 1200, height: 800 },
      access: 'metered',
      status: 'published',
      publishedAt: this.now,
      ...fields,
    }
    await this.commit({ set: `articles/${slug}`, fields: story })
  }
}
