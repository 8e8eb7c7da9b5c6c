import { describe, expect, it } from 'vitest'
import { getLoginPathForSaving, parseArticleToSave } from './login-paths.ts'

describe('the story to save after logging in', () => {
  it('is in the return address', () => {
    const { searchParams } = new URL(getLoginPathForSaving('a-story'), 'https://example.com')
    expect(parseArticleToSave(searchParams.get('return'))).toBe('a-story')
  })

  it.each([
    null,
    '',
    '/a-story',
    '/a-story#saved',
    '/a/story#save',
    '//evil.example#save',
    'https://evil.example/a-story#save',
    '/a-story?x=1#save',
    '/<b>#save',
    '/#save',
  ])('is null for %s', (wanted) => {
    expect(parseArticleToSave(wanted)).toBeNull()
  })
})
