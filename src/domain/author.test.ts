import { describe, expect, it } from 'vitest'
import { accentColours } from '../publication/accent-colours.ts'
import {
  describeAuthor,
  formatRoleAndPlace,
  getAuthorAccentColour,
  getAuthorInitials,
} from './author.ts'
import { authorSchema } from './publication.ts'

describe('an author with few details', () => {
  it('is valid with only a name', () => {
    const parsed = authorSchema.safeParse({ name: 'R. Roe', body: '', updatedAt: new Date() })
    expect(parsed.success).toBe(true)
  })

  it('is introduced by role and place, if known', () => {
    expect(formatRoleAndPlace({ role: 'Editor', place: 'Galle' })).toBe('Editor, Galle')
    expect(formatRoleAndPlace({ place: 'Galle' })).toBe('Galle')
    expect(formatRoleAndPlace({})).toBe('')
  })

  it('has a one-sentence description in every case', () => {
    const describeParsed = (role?: string, place?: string) =>
      describeAuthor({ name: 'R. Roe', role, place }, 'The Paper')
    expect(describeParsed('Editor', 'Galle')).toBe('R. Roe, Editor of The Paper, Galle.')
    expect(describeParsed('Editor')).toBe('R. Roe, Editor of The Paper.')
    expect(describeParsed(undefined, 'Galle')).toBe('R. Roe writes for The Paper, from Galle.')
    expect(describeParsed()).toBe('R. Roe writes for The Paper.')
  })
})

describe('an author’s initials', () => {
  it.each([
    ['Ruwani Abeysekara', 'RA'],
    ['ruwani de silva', 'RS'],
    ['Staff', 'S'],
    ['Anne-Marie O’Neil', 'AO'],
    ['महाश्वेता देवी', 'मदे'],
    ['  J. R. R. Tolkien ', 'JT'],
    ['’Abdul Hamid', 'AH'],
    ['ʿAbd al-Latif', 'AL'],
    ['—', ''],
  ])('are made from the name: %s has %s', (name, initials) =>
    expect(getAuthorInitials(name)).toBe(initials),
  )
})

describe('the accent colour of an author', () => {
  it('is one of our colours, stays the same, and differs between authors', () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `author-${index}`)
    const usedColours = slugs.map(getAuthorAccentColour)
    expect(usedColours).toEqual(slugs.map(getAuthorAccentColour))
    expect(new Set(usedColours).size).toBe(accentColours.length)
  })
})
