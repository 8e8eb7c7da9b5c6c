/** Tests the address that a new story gets. */
import { beforeEach, expect, it } from 'vitest'
import { getDraftPath } from '../../src/domain/draft.ts'
import { StaffHarness } from '../staff/testing/staff-harness.ts'
import type { Browser } from '../testing/reader-harness.ts'

let harness: StaffHarness
let writer: Browser
beforeEach(async () => {
  harness = new StaffHarness()
  writer = await harness.addStaff('anusha', 'writer')
})

const start = (fields: Record<string, string>, browser = writer) =>
  browser.send('GET', `/desk/new?${new URLSearchParams(fields)}`)

const edit = (slug: string, title: string) =>
  `/desk/edit/articles/${slug}?${new URLSearchParams({ title })}`

it.each([
  ['Rain', 'rain'],
  ['  Rain on\n Nisbat Road ', 'rain-on-nisbat-road'],
  ['नदी की कहानी', 'nadi-ki-kahani'],
])('a new story with the headline “%s” opens in the editor at /%s', async (title, slug) => {
  const started = await start({ title, slug: '' })
  expect(started.status).toBe(303)
  expect(started.headers.get('Location')).toBe(edit(slug, title.trim().replace(/\s+/g, ' ')))
})

it('a new story gets an address that no story, page or draft has', async () => {
  await harness.storeStory('rain')
  await harness.store({
    [getDraftPath('articles', 'rain-2')]: { collection: 'articles', slug: 'rain-2' },
    'pages/rain-3': { title: 'Rain' },
  })
  expect((await start({ title: 'Rain' })).headers.get('Location')).toBe(edit('rain-4', 'Rain'))
  // The site itself uses this address.
  expect((await start({ title: 'Search' })).headers.get('Location')).toBe(
    edit('search-2', 'Search'),
  )
})

it('a new story keeps the address that was typed, or an error says what is wrong with that address', async () => {
  await harness.storeStory('rain')
  const read = async (fields: Record<string, string>) => {
    const shown = await start({ title: 'Tea', ...fields })
    return shown.status === 303 ? shown.headers.get('Location') : shown.json()
  }
  expect(await read({ slug: 'tea-time' })).toBe(edit('tea-time', 'Tea'))
  expect(await read({ slug: 'rain' })).toMatchObject({ story: { taken: { title: 'On rain' } } })
  await harness.storeStory('secret', { title: 'A secret', status: 'scheduled' })
  expect(await read({ slug: 'secret' })).toMatchObject({ story: { taken: { title: 'secret' } } })
  expect(await read({ slug: 'search' })).toMatchObject({
    story: { problem: '“search” is reserved for the site itself.' },
  })
  expect(await read({ slug: 'Tea Time' })).toMatchObject({
    story: { title: 'Tea', slug: 'Tea Time', problem: expect.stringContaining('my-story') },
  })
  expect(await read({ title: '…' })).toMatchObject({ story: { problem: expect.any(String) } })
  expect(await read({ title: '' })).toMatchObject({ story: { title: '', problem: null } })
})

it('the page for a new story is refused to roles that don’t write, and hidden from readers', async () => {
  const support = await harness.addStaff('tashi', 'support')
  const refused = await start({ title: 'Rain' }, support)
  expect([refused.status, await refused.json()]).toMatchObject([403, { permission: 'drafts' }])
  expect((await start({ title: 'Rain' }, await harness.addReader('ravi'))).status).toBe(404)
})
