import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { academicAddress } from './academic.ts'

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
    expect(academicAddress(typed)).toBe(address)
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
    expect(academicAddress(typed)).toBeNull()
  })

  const label = fc.stringMatching(/^[a-z0-9]{1,12}$/)
  const mailbox = fc.stringMatching(/^[a-z0-9.]{1,20}$/)

  it('is the same whatever stands after a plus, and in whatever case', () => {
    fc.assert(
      fc.property(mailbox, label, fc.stringMatching(/^[a-z0-9+]{0,10}$/), (name, school, tag) => {
        const plain = academicAddress(`${name}@${school}.ac.in`)
        expect(plain).toBe(`${name}@${school}.ac.in`)
        expect(academicAddress(`${name}+${tag}@${school}.AC.in`.toUpperCase())).toBe(plain)
        expect(academicAddress(plain!)).toBe(plain)
      }),
    )
  })

  it('is never one whose domain only contains a listed one', () => {
    fc.assert(
      fc.property(
        mailbox,
        label,
        fc.constantFrom('com', 'net', 'org', 'co', 'io'),
        (name, own, end) => {
          for (const listed of ['stanford.edu', 'ox.ac.uk', 'utoronto.ca']) {
            expect(academicAddress(`${name}@${listed}.${own}.${end}`)).toBeNull()
            expect(academicAddress(`${name}@${own}-${listed.replace('.', '-')}.${end}`)).toBeNull()
          }
        },
      ),
    )
  })

  it('throws for nothing', () => {
    fc.assert(fc.property(fc.string(), (typed) => void academicAddress(typed)))
  })
})
