import { expect, it } from 'vitest'
import { issueEmailSchema } from './issue-email.ts'

it('an email has a subject of one line', () => {
  const version = { html: '<p>Rain</p>', text: 'Rain' }
  const accepts = (subject: string) =>
    issueEmailSchema.safeParse({ subject, versions: { guest: version, subscriber: version } })
      .success
  expect(accepts('Rain & “more” — ✉︎')).toBe(true)
  for (const subject of ['', 'Rain\r\nBcc: all@example.com', 'Rain\nX: y', 'Rain\0'])
    expect(accepts(subject)).toBe(false)
})
