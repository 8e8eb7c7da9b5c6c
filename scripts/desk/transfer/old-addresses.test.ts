import { describe, expect, it } from 'vitest'
import { redirectKey } from '../../../src/domain/redirect.ts'
import { oldAddresses } from './old-addresses.ts'

const indexOf = (redirects: [string, string | null][] = []) => ({
  bySource: new Map(),
  taken: new Set(['there', 'cat']),
  authors: new Set(['jane']),
  redirects: new Map(redirects),
})

describe('old addresses', () => {
  it('lead to the new one in their normal form, once', async () => {
    const addresses = oldAddresses(indexOf())
    const first = await addresses.lead(['/2019/01/Cat/', '/2019/01/cat', '/%C3%A9t%C3%A9'], '/cat')
    expect(first.notes).toEqual([])
    expect(first.writes).toMatchObject([
      {
        set: `redirects/${await redirectKey('/2019/01/cat')}`,
        fields: { from: '/2019/01/cat', to: '/cat' },
      },
      { fields: { from: '/été', to: '/cat' } },
    ])
    expect(await addresses.lead(['/2019/01/cat'], '/cat')).toEqual({ writes: [], notes: [] })
  })

  it('end where a document has the address from now on', async () => {
    const addresses = oldAddresses(
      indexOf([
        ['/cat', '/dog'],
        ['/b', null],
      ]),
    )
    expect(await addresses.endFrom('/cat')).toMatchObject({
      writes: [
        { set: `redirects/${await redirectKey('/cat')}`, fields: { from: '/cat', to: null } },
      ],
      notes: ['/cat led to /dog before, and is its own address now'],
    })
    for (const none of ['/cat', '/b', '/c']) {
      expect(await addresses.endFrom(none)).toEqual({ writes: [], notes: [] })
    }
  })

  it('need nothing where they stay, and hide no page that there is', async () => {
    const addresses = oldAddresses(indexOf())
    expect(await addresses.lead(['/cat', '/CAT/'], '/cat')).toEqual({ writes: [], notes: [] })
    for (const page of ['/there', '/login', '/category/food', '/author/jane', '/tag/srilanka']) {
      const { writes, notes } = await addresses.lead([page], '/cat')
      expect([page, writes, notes.length]).toEqual([page, [], 1])
    }
  })

  it('stay where they lead already, and where that was ended', async () => {
    const addresses = oldAddresses(
      indexOf([
        ['/a', '/there'],
        ['/b', null],
        ['/c', '/old-cat'],
        ['/old-cat', '/cat'],
      ]),
    )
    const { writes, notes } = await addresses.lead(['/a', '/b', '/c'], '/cat')
    expect(writes).toEqual([])
    expect(notes).toEqual([
      'the old address /a leads to /there already',
      'the old address /b was ended',
    ])
    const archive = await addresses.lead(['/a'], '/category/food', 'archive')
    expect(archive.writes).toHaveLength(1)
  })

  it('are said to be lost where they have no path', async () => {
    const { notes } = await oldAddresses(indexOf()).lead(
      ['/?p=12', 'https://x.example/a', '//x', '/100%25-cotton'],
      '/cat',
    )
    expect(notes).toHaveLength(4)
  })

  it('run round in no circle', async () => {
    const addresses = oldAddresses(
      indexOf([
        ['/a', '/b'],
        ['/b', '/a'],
      ]),
    )
    expect((await addresses.lead(['/a'], '/cat')).notes).toHaveLength(1)
  })
})
