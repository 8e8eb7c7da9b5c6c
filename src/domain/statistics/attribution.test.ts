import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributionSchema, createAttribution, type Visit } from './attribution.ts'
import { sources } from './source.ts'

const origin = 'https://verandah.example'
const unknown = {
  landing: '',
  source: '',
  campaign: '',
  issue: '',
  lastArticle: '',
  wallArticle: '',
}
const describeLanding = (path: string, search = '', referrer = '') =>
  createAttribution(
    { landing: { path, search, referrer }, lastArticle: '', wallArticle: '' },
    origin,
  )

describe('an attribution', () => {
  it('names the issue of The Weekly whose link began the visit', () => {
    const visit: Visit = {
      landing: {
        path: '/a-story',
        search: '?utm_source=the-weekly&utm_campaign=2026-11-22',
        referrer: '',
      },
      lastArticle: 'another-story',
      wallArticle: 'a-story',
    }
    expect(createAttribution(visit, origin)).toEqual({
      landing: '/a-story',
      source: 'newsletter',
      campaign: '',
      issue: '2026-11-22',
      lastArticle: 'another-story',
      wallArticle: 'a-story',
    })
  })

  it('names a campaign other than The Weekly', () => {
    const search = '?utm_source=partner&utm_campaign=Diwali_2026'
    expect(describeLanding('/subscribe', search)).toEqual({
      ...unknown,
      landing: '/subscribe',
      source: 'campaign',
      campaign: 'diwali-2026',
    })
  })

  it.each([
    '/magic',
    '/gift',
    '/gift/7K2M9QXT4B6H0WZE',
    '/reader/asha',
    '/newsletter/confirm/eyJhbGciOi',
    '/newsletter/unsubscribe/abc',
  ])('leaves out a visit that began on %s', (path) => {
    expect(describeLanding(path)).toBeNull()
  })

  it('names an issue’s page if the visit began there', () => {
    expect(describeLanding('/newsletter/2026-11-22')?.landing).toBe('/newsletter/2026-11-22')
  })

  it('is null if nothing is known', () => {
    expect(
      createAttribution({ landing: null, lastArticle: '', wallArticle: '' }, origin),
    ).toBeNull()
  })

  it('contains only slugs, whatever the browser sends', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('/a-story', 'a-story', '?utm_campaign=one@example.com', 'https://x.example'),
      fc.webUrl(),
      fc.emailAddress(),
    )
    const landing = fc.option(fc.record({ path: text, search: text, referrer: text }))
    const visit = fc.record({ landing, lastArticle: text, wallArticle: text })
    fc.assert(
      fc.property(visit, (input) => {
        const attribution = createAttribution(input, origin)
        if (!attribution) return
        expect(attributionSchema.strict().parse(attribution)).toEqual(attribution)
        const { source, landing: path, ...others } = attribution
        expect(['', ...sources]).toContain(source)
        expect(path).toMatch(/^(?:|[a-z0-9/-]{1,200})$/)
        for (const value of Object.values(others)) expect(value).toMatch(/^[a-z0-9._-]{0,120}$/)
      }),
      { numRuns: 2000 },
    )
  })
})
