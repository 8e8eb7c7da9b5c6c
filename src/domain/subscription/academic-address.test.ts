import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import { normaliseAcademicAddress } from './academic-address.ts'

eachRow(`
  asha@stanford.edu | asha@stanford.edu
  Asha@Cs.Stanford.EDU | asha@cs.stanford.edu
  asha@du.ac.in | asha@du.ac.in
  asha@lums.edu.pk | asha@lums.edu.pk
  asha+verandah@ox.ac.uk | asha@ox.ac.uk
  a.sha+a+b@OX.AC.UK | a.sha@ox.ac.uk
  asha@mail.utoronto.ca | asha@mail.utoronto.ca
  asha@utoronto.ca | asha@utoronto.ca
  asha@uw.edu.pl | asha@uw.edu.pl
`)('%s counts as %s', (typed, address) => {
  for (const same of [typed!, ` ${typed} `, typed!.toUpperCase(), address!])
    expect(normaliseAcademicAddress(same)).toBe(address)
})

eachRow(`
  asha@gmail.com
  asha@cheap.edu.pl
  asha@cheap.ac.nz
  asha@edu
  asha@ac.uk
  asha@edu.example.com
  asha@stanford.edu.example.com
  asha@ox.ac.uk.example.com
  asha@utoronto.ca.example.com
  asha@example-stanford-edu.com
  asha@example-ox-ac.uk
  asha@example-utoronto-ca.com
  asha@notutoronto.ca
  asha@education
  asha@stanford.edu@example.com
  asha@example.com@stanford.edu
  @stanford.edu
  +tag@stanford.edu
  asha@.edu
  asha@stanford..edu
  asha@stanford.edu.
  asha
`)('%s isn’t academic', (typed) => {
  expect(normaliseAcademicAddress(typed!)).toBeNull()
})

it('an address isn’t academic if it’s empty or has two lines', () => {
  expect(normaliseAcademicAddress('asha@stanford.edu\n.example.com')).toBeNull()
  expect(normaliseAcademicAddress('')).toBeNull()
})

it('checking an address never throws an error', () => {
  fc.assert(fc.property(fc.string(), (typed) => void normaliseAcademicAddress(typed)))
})
