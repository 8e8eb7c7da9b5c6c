import { describe, expect, it } from 'vitest'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import { formatNote, noteConversion } from '../items/note.ts'
import { createRedirectPlanner } from './redirect-planner.ts'

const source = 'ghost:old.example'
const buildIndex = (
  redirects: [string, string | null][] = [],
  redirectSources: [string, string][] = [],
) => ({
  takenSlugs: new Set(['there', 'cat']),
  redirectSources: new Map(redirectSources),
  tags: new Map([['sriLanka', 'Sri Lanka']]),
  authors: new Set(['jane']),
  redirects: new Map(redirects),
})

describe('old addresses', () => {
  it('lead to the new address in one step, in their normalised form', async () => {
    const addresses = createRedirectPlanner(buildIndex(), source)
    const first = await addresses.redirect(
      ['/2019/01/Cat/', '/2019/01/cat', '/%C3%A9t%C3%A9'],
      '/cat',
    )
    expect(first.notes).toEqual([])
    expect(first.writes).toMatchObject([
      {
        set: `redirects/${await hashRedirectPath('/2019/01/cat')}`,
        fields: { from: '/2019/01/cat', to: '/cat' },
      },
      { fields: { from: '/été', to: '/cat' } },
    ])
    expect(await addresses.redirect(['/2019/01/cat'], '/cat')).toEqual({ writes: [], notes: [] })
  })

  it('are no longer redirected if a document uses the address from now on', async () => {
    const addresses = createRedirectPlanner(
      buildIndex([
        ['/cat', '/dog'],
        ['/b', null],
      ]),
      source,
    )
    expect(await addresses.endRedirect('/cat')).toMatchObject({
      writes: [
        { set: `redirects/${await hashRedirectPath('/cat')}`, fields: { from: '/cat', to: null } },
      ],
      notes: [
        noteConversion(
          'redirect from {} to /dog removed: it is now the address of this post',
          '/cat',
        ),
      ],
    })
    for (const none of ['/cat', '/b', '/c']) {
      expect(await addresses.endRedirect(none)).toEqual({ writes: [], notes: [] })
    }
  })

  it('need no redirect if they stay, and never hide an existing page', async () => {
    const addresses = createRedirectPlanner(buildIndex(), source)
    expect(await addresses.redirect(['/cat', '/CAT/'], '/cat')).toEqual({ writes: [], notes: [] })
    for (const page of ['/there', '/login', '/category/food', '/author/jane', '/tag/srilanka']) {
      const { writes, notes } = await addresses.redirect([page], '/cat')
      expect([page, writes, notes.length]).toEqual([page, [], 1])
    }
  })

  it('keep an existing redirect, even after it has ended', async () => {
    const addresses = createRedirectPlanner(
      buildIndex([
        ['/a', '/there'],
        ['/b', null],
        ['/c', '/old-cat'],
        ['/old-cat', '/cat'],
      ]),
      source,
    )
    const { writes, notes } = await addresses.redirect(['/a', '/b', '/c'], '/cat')
    expect(writes).toEqual([])
    expect(notes.map(formatNote)).toEqual([
      'old address /a not redirected: it already redirects to /there',
      'old address /b not redirected: its redirect was removed',
    ])
  })

  it('follow the mapping file for archives of their own source only', async () => {
    const redirects: [string, string][] = ['/own', '/other', '/office'].map((from) => [
      from,
      '/category/culture',
    ])
    const addresses = createRedirectPlanner(
      buildIndex(redirects, [
        ['/own', source],
        ['/other', 'ghost:new.example'],
      ]),
      source,
    )
    const archive = await addresses.redirect(
      ['/own', '/other', '/office'],
      '/category/food',
      'archive',
    )
    expect(archive.writes).toMatchObject([
      { fields: { from: '/own', to: '/category/food', importedFrom: source } },
    ])
    expect(archive.notes.map(formatNote)).toEqual([
      'old address /other not redirected: it already redirects to /category/culture',
      'old address /office not redirected: it already redirects to /category/culture',
    ])
  })

  it('are reported as lost if they have no path', async () => {
    const { notes } = await createRedirectPlanner(buildIndex(), source).redirect(
      ['/?p=12', 'https://x.example/a', '//x', '/100%25-cotton'],
      '/cat',
    )
    expect(notes).toHaveLength(4)
  })

  it('never form a loop', async () => {
    const addresses = createRedirectPlanner(
      buildIndex([
        ['/a', '/b'],
        ['/b', '/a'],
      ]),
      source,
    )
    expect((await addresses.redirect(['/a'], '/cat')).notes).toHaveLength(1)
  })
})
