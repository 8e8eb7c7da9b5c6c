import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMailtoLink } from './mailto-link.ts'

it('a mailto link encodes any subject and text', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (subject, lines) => {
      const address = new URL(createMailtoLink({ to: 'desk@example.com', subject, lines }))
      expect(address.pathname).toBe('desk@example.com')
      // URLSearchParams would decode a plus as a space, but email clients don't.
      const fields = address.search.slice(1).split('&')
      expect(fields.map((field) => decodeURIComponent(field))).toEqual([
        `subject=${subject}`,
        `body=${lines.join('\r\n')}`,
      ])
    }),
  )
})

it('a mailto link has an empty text if none is given', () => {
  expect(createMailtoLink({ to: 'desk@example.com', subject: 'A gift' })).toBe(
    'mailto:desk@example.com?subject=A%20gift',
  )
})
