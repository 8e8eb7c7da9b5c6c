import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseAcademicAddress } from './academic-address.ts'

describe('an academic address', () => {
  it.each([
    ['asha@stanford.edu', 'asha@stanford.edu'],
    ['Asha@Cs.Stanford.EDU', 'asha@cs.stanford.edu'],
    [' asha@du.ac.in ', 'asha@du.ac.in'],
    ['asha@lums.edu.pk', 'asha@lums.edu.pk'],
    ['asha+verandah@ox.ac.uk', 'asha@ox.ac.uk'],
    ['asha@mail.utoronto.ca', 'asha@mail.utoronto.ca'],
    ['asha@utoronto.ca', 'asha@utoronto.ca'],
  ])('%s counts as %s', (typed, address) => {
    expect(normaliseAcademicAddress(typed)).toBe(address)
  })

  it.each([
    'asha@gmail.com',
    'asha@edu',
    'asha@ac.uk',
    'asha@edu.example.com',
    'asha@stanford.edu.example.com',
    'asha@notutoronto.ca',
    'asha@education',
    'asha@stanford.edu@example.com',
    'asha@example.com@stanford.edu',
    '@stanford.edu',
    '+tag@stanford.edu',
    'asha@.edu',
    'asha@stanford..edu',
    'asha@stanford.edu.',
    'asha@stanford.edu\n.example.com',
    'asha',
    '',
  ])('is not %j', (typed) => {
    expect(normaliseAcademicAddress(typed)).toBeNull()
  })

  const ends = ['com', 'net', 'org', 'co', 'io']
  const label = fc.stringMatching(/^[a-z0-9]{1,12}$/)
  const mailbox = fc.stringMatching(/^[a-z0-9.]{1,20}$/)

  it('ignores the part after a plus, and case', () => {
    fc.assert(
      fc.property(mailbox, label, fc.stringMatching(/^[a-z0-9+]{0,10}$/), (name, school, tag) => {
        const expectedAddress = normaliseAcademicAddress(`${name}@${school}.ac.in`)
        expect(expectedAddress).toBe(`${name}@${school}.ac.in`)
        expect(normaliseAcademicAddress(`${name}+${tag}@${school}.AC.in`.toUpperCase())).toBe(
          expectedAddress,
        )
        expect(normaliseAcademicAddress(expectedAddress!)).toBe(expectedAddress)
      }),
    )
  })

  it('needs a listed domain, not one that contains it', () => {
    fc.assert(
      fc.property(mailbox, label, fc.constantFrom(...ends), (name, other, end) => {
        for (const listed of ['stanford.edu', 'ox.ac.uk', 'utoronto.ca']) {
          const hyphenated = listed.replace('.', '-')
          expect(normaliseAcademicAddress(`${name}@${listed}.${other}.${end}`)).toBeNull()
          expect(normaliseAcademicAddress(`${name}@${other}-${hyphenated}.${end}`)).toBeNull()
        }
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (typed) => void normaliseAcademicAddress(typed)))
  })
})
