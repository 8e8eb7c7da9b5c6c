import { describe, expect, it } from 'vitest'
import { collectedEventSchema } from '../contracts/endpoints/collect-endpoints.ts'
import { describeCurrentPage } from './page-context.ts'

const origin = 'https://verandah.news'
const at = (address: string, referrer = '', title = 'A page') => {
  const { pathname, search } = new URL(address, origin)
  return describeCurrentPage({ pathname, search, origin }, { title, referrer })
}

describe('describeCurrentPage', () => {
  it('returns path and title', () => {
    expect(at('/a-story#note')).toEqual({
      path: '/a-story',
      search: '',
      title: 'A page',
      referrer: '',
    })
  })

  it.each([
    ['/subscribe?source=header', '?source=header'],
    ['/?utm_source=mail&fbclid=x&utm_campaign=Sunday', '?utm_source=mail&utm_campaign=Sunday'],
    ['/magic?oobCode=secret&email=a%40example.com', ''],
    ['/search?q=what+I+want+to+know', ''],
    ['/login?return=/settings', ''],
  ])('reduces the query of %s to “%s”', (address, search) => {
    expect(at(address).search).toBe(search)
  })

  it.each([
    [`${origin}/latest?q=x#y`, `${origin}/latest`],
    ['https://elsewhere.example/somebody/page?id=1', 'https://elsewhere.example'],
    ['', ''],
    ['not an address', ''],
  ])('reduces the referrer %s to %s', (referrer, expected) => {
    expect(at('/', referrer).referrer).toBe(expected)
  })

  it.each([
    ['/gift', '7K2M9QXT4B6H0WZE'],
    ['/g', 'bcdfghjkmnpqrstvwxz2'],
  ])('never contains a code from %s', (path, code) => {
    for (const address of [`${path}/${code}`, `${path}/${code}/`]) {
      expect(at(address)).toMatchObject({ path })
      expect(at('/latest', origin + address)).toMatchObject({ referrer: origin + path })
      expect(at(`/login?return=${address}`).search).toBe('')
    }
  })

  it('never names the reader whose page is visited', () => {
    const handle = 'leela-reads'
    const own = at(`/reader/${handle}`, '', handle)
    const next = at('/latest', `${origin}/reader/${handle}`)
    expect(own).toMatchObject({ path: '/reader', title: '' })
    expect(next).toMatchObject({ referrer: `${origin}/reader` })
    expect(JSON.stringify([own, next])).not.toContain(handle)
  })

  it('cuts values to the contract’s maximum', () => {
    const long = 'x'.repeat(2000)
    const page = at(`/${long}?utm_source=${long}`, `${origin}/${long}`, long)
    expect(collectedEventSchema.options[1].shape.context.safeParse({ page }).success).toBe(true)
  })
})
