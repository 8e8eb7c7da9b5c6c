/** The Worker in one process, for readers' public pages. */
import type { ProfileResponse } from '../../../src/contracts/endpoints/profile-endpoints.ts'
import type { Write } from '../../platform/adapters/firestore.ts'
import { type Browser, ReaderHarness } from '../../testing/reader-harness.ts'
import { unwrap } from '../../testing/unwrap.ts'

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

export class ProfileHarness extends ReaderHarness {
  commit = async (...writes: Write[]) => unwrap(await this.database.firestore.commit(writes))

  setAuthorNames(names: Readonly<Record<string, string>>) {
    this.assets.set('/author-names.json', JSON.stringify(names))
  }

  visit = (handle: string) => this.openBrowser().send('GET', `/reader/${handle}`)

  async readStories(handle: string) {
    const page = (await (await this.visit(handle)).json()) as {
      stories: { slug: string; title: string }[]
    }
    return page.stories.map(({ slug, title }) => `${slug}: ${title}`)
  }
}
