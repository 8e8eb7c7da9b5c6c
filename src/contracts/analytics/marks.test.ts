import { describe, expect, it } from 'vitest'
import { countedArticle, countedClick, countedSight, readMark } from './marks.ts'

describe('marks', () => {
  it('say what the page’s script reads', () => {
    const payload = { label: 'Say "yes" <now>', source: 'header' }
    const click = countedClick('CTA Clicked', payload)
    expect(readMark(click['data-click'])).toEqual(['CTA Clicked', payload])
    const sight = countedSight('Author Viewed', { author: 'a-b' })
    expect(readMark(sight['data-sight'])).toEqual(['Author Viewed', { author: 'a-b' }])
    expect(countedArticle('a-story', 1200)).toEqual({
      'data-sight': '["Article Viewed",{"slug":"a-story"}]',
      'data-words': '1200 a-story',
    })
  })

  it('of an event that is none, or without its payload, do not compile', () => {
    // @ts-expect-error there is no such event
    countedClick('Article Eaten', {})
    // @ts-expect-error its payload is another
    countedClick('CTA Clicked', { slug: 'a-story' })
  })

  it.each([null, undefined, '', '{', '5', '{}', '["CTA Clicked"]'])('are none: %s', (value) => {
    expect(readMark(value)).toBeNull()
  })
})
