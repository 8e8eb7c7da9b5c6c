import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifySource, readCampaign, type Source } from './source.ts'

const origin = 'https://verandah.news'
const classify = (referrer: string, search = '', path = '/a-story') =>
  classifySource({ referrer, search, path }, origin)

describe('the source of a view', () => {
  it.each<[string, string, Source]>([
    ['', '', 'direct'],
    ['https://www.google.com', '', 'search'],
    ['https://www.google.co.in', '', 'search'],
    ['https://duckduckgo.com', '', 'search'],
    ['https://mail.google.com', '', 'other'],
    ['https://l.facebook.com', '', 'social'],
    ['https://t.co', '', 'social'],
    ['https://x.com', '', 'social'],
    ['https://fox.com', '', 'other'],
    ['https://notgoogle.com', '', 'other'],
    ['https://google.com.evil.example', '', 'other'],
    ['null', '', 'other'],
    [origin, '', 'own'],
    [`${origin}/another-story`, '', 'own'],
    ['https://verandah.news.evil.example', '', 'other'],
    ['', '?utm_source=the-weekly&utm_campaign=2026-11-22', 'newsletter'],
    ['https://mail.google.com', 'utm_source=the-weekly', 'newsletter'],
    ['https://web.whatsapp.com', '?utm_source=share', 'share'],
    ['', '?utm_source=gift', 'gift'],
    ['https://www.google.com', '?utm_source=google&utm_campaign=spring', 'campaign'],
    ['https://l.facebook.com', '?utm_campaign=spring', 'campaign'],
    // The parameter names the link on our own page that was clicked.
    [origin, '?source=header', 'own'],
  ])('is found: %s with %j is %s', (referrer, search, source) => {
    expect(classify(referrer, search)).toBe(source)
  })

  it('is the newsletter for a link in an email about The Weekly', () => {
    expect(classify('', '', '/newsletter/unsubscribe')).toBe('newsletter')
    expect(classify('', '', '/newsletter/2026-11-22')).toBe('direct')
  })
})

describe('a campaign', () => {
  it('has the name of its link, in lower case letters, digits and hyphens', () => {
    expect(readCampaign('?utm_source=the-weekly&utm_campaign=2026-11-22')).toBe('2026-11-22')
    expect(readCampaign('?utm_source=Bazaar%20Ads')).toBe('bazaar-ads')
    expect(readCampaign('?utm_campaign=%3Cb%3E')).toBe('b')
    expect(readCampaign('')).toBe('')
    fc.assert(
      fc.property(fc.string(), (name) => {
        const search = new URLSearchParams({ utm_campaign: name }).toString()
        expect(readCampaign(search)).toMatch(/^[a-z0-9-]{0,80}$/)
      }),
    )
  })
})
