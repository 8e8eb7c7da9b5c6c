import { describe, expect, it } from 'vitest'
import { collectedEventSchema } from '../contracts/collect.ts'
import { currentPage } from './page-context.ts'

const origin = 'https://verandah.news'
const at = (address: string, referrer = '', title = 'A page') => {
  const { pathname, search } = new URL(address, origin)
  return currentPage({ pathname, search, origin }, { title, referrer })
}

describe('what an event says of its page', () => {
  it('is its path and title', () => {
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
  ])('of the query of %s it is %s', (address, search) => {
    expect(at(address).search).toBe(search)
  })

  it.each([
    [`${origin}/latest?q=x#y`, `${origin}/latest`],
    ['https://elsewhere.example/somebody/page?id=1', 'https://elsewhere.example'],
    ['', ''],
    ['not an address', ''],
  ])('having come from %s it is %s', (referrer, expected) => {
    expect(at('/', referrer).referrer).toBe(expected)
  })

  it('is never more than the collector takes', () => {
    const long = 'x'.repeat(2000)
    const page = at(`/${long}?utm_source=${long}`, `${origin}/${long}`, long)
    expect(collectedEventSchema.options[1].shape.context.safeParse({ page }).success).toBe(true)
  })
})
