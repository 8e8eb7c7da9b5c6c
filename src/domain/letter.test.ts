import fc from 'fast-check'
import { expect, it } from 'vitest'
import { letterAddress } from './letter.ts'

it('begins a letter with what was said, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (subject, lines) => {
      const address = new URL(letterAddress({ to: 'desk@example.com', subject, lines }))
      expect(address.pathname).toBe('desk@example.com')
      // Not URLSearchParams, to which a plus is a space: mail programs read it as itself.
      const fields = address.search.slice(1).split('&')
      expect(fields.map((field) => decodeURIComponent(field))).toEqual([
        `subject=${subject}`,
        `body=${lines.join('\r\n')}`,
      ])
    }),
  )
})

it('leaves the letter empty where nothing was said', () => {
  expect(letterAddress({ to: 'desk@example.com', subject: 'A gift' })).toBe(
    'mailto:desk@example.com?subject=A%20gift',
  )
})
