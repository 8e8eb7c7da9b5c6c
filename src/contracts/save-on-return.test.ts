import { describe, expect, it } from 'vitest'
import { loginToSave, storyToSave } from './save-on-return.ts'

describe('the story that somebody logs in to save', () => {
  it('is in the address to return to', () => {
    const { searchParams } = new URL(loginToSave('a-story'), 'https://example.com')
    expect(storyToSave(searchParams.get('return'))).toBe('a-story')
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
  ])('is none for %s', (wanted) => {
    expect(storyToSave(wanted)).toBeNull()
  })
})
