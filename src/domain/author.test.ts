import { describe, expect, it } from 'vitest'
import { authorDye, authorInitials, authorInOneSentence, authorStanding } from './author.ts'
import { dyes } from './category.ts'
import { authorSchema } from './publication.ts'

describe('an author of whom little is known', () => {
  it('is a valid one with a name alone', () => {
    const parsed = authorSchema.safeParse({ name: 'R. Roe', body: '', updatedAt: new Date() })
    expect(parsed.success).toBe(true)
  })

  it('is introduced with what there is', () => {
    expect(authorStanding({ role: 'Editor', place: 'Galle' })).toBe('Editor, Galle')
    expect(authorStanding({ place: 'Galle' })).toBe('Galle')
    expect(authorStanding({})).toBe('')
  })

  it('has a sentence for machines in every case', () => {
    const say = (role?: string, place?: string) =>
      authorInOneSentence({ name: 'R. Roe', role, place }, 'The Paper')
    expect(say('Editor', 'Galle')).toBe('R. Roe, Editor of The Paper, Galle.')
    expect(say('Editor')).toBe('R. Roe, Editor of The Paper.')
    expect(say(undefined, 'Galle')).toBe('R. Roe writes for The Paper, from Galle.')
    expect(say()).toBe('R. Roe writes for The Paper.')
  })
})

describe('initials', () => {
  it.each([
    ['Ruwani Abeysekara', 'RA'],
    ['ruwani de silva', 'RS'],
    ['Staff', 'S'],
    ['Anne-Marie O’Neil', 'AO'],
    ['महाश्वेता देवी', 'मदे'],
    ['  J. R. R. Tolkien ', 'JT'],
    ['—', ''],
  ])('of %s are %s', (name, initials) => expect(authorInitials(name)).toBe(initials))
})

describe('the dye of an author', () => {
  it('is one of ours, the same each time, and not the same for everybody', () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `author-${index}`)
    const taken = slugs.map(authorDye)
    expect(taken).toEqual(slugs.map(authorDye))
    expect(new Set(taken).size).toBe(dyes.length)
  })
})
