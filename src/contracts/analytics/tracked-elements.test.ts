import { describe, expect, it } from 'vitest'
import { parseEventAttribute } from './event-attributes.ts'
import { trackArticle, trackClick, trackView } from './tracked-elements.ts'

describe('analytics attributes', () => {
  it('are read by the page’s script', () => {
    const payload = { label: 'Say "yes" <now>', source: 'header' }
    const click = trackClick('CTA Clicked', payload)
    expect(parseEventAttribute(click['data-click'])).toEqual(['CTA Clicked', payload])
    const view = trackView('Author Viewed', { author: 'a-b' })
    expect(parseEventAttribute(view['data-view'])).toEqual(['Author Viewed', { author: 'a-b' }])
    expect(trackArticle('a-story', 1200)).toEqual({
      'data-view': '["Article Viewed",{"slug":"a-story"}]',
      'data-words': '1200 a-story',
    })
  })

  it('don’t compile with an unknown event or a wrong payload', () => {
    // @ts-expect-error unknown event
    trackClick('Article Eaten', {})
    // @ts-expect-error another payload
    trackClick('CTA Clicked', { slug: 'a-story' })
  })

  it.each([null, undefined, '', '{', '5', '{}', '["CTA Clicked"]'])(
    'are ignored if invalid: %s',
    (value) => {
      expect(parseEventAttribute(value)).toBeNull()
    },
  )
})
