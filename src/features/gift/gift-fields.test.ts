import { describe, expect, it } from 'vitest'
import { api } from '../../contracts/endpoints/endpoints.ts'
import { addDays, getCalendarDay } from '../../domain/time-zone.ts'
import {
  emptyGiftFields,
  findFirstProblem,
  type GiftFields,
  isOwnAddress,
  parseGiftOrder,
  toGiftFields,
} from './gift-fields.ts'

const timeZone = 'Asia/Colombo'
/** 01:30 on the 24th in Colombo. */
const now = new Date('2026-11-23T20:00:00Z')
const today = getCalendarDay(now, timeZone)

const filled: GiftFields = {
  ...emptyGiftFields,
  recipientName: 'Mira',
  recipientEmail: 'mira@example.com',
  message: 'Happy birthday!',
  senderName: 'Asha',
  buyerEmail: 'asha@example.com',
}
const parse = (changes: Partial<GiftFields>) =>
  parseGiftOrder({ ...filled, ...changes }, now, timeZone)
const findProblems = (changes: Partial<GiftFields>) => {
  const parsed = parse(changes)
  return parsed.ok ? {} : parsed.failure
}

const requestId = '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11'
const isAcceptedByServer = (order: object) =>
  api['POST /api/gifts'].request.safeParse({ ...order, requestId }).success

describe('a gift order', () => {
  it('contains what the server expects, normalised', () => {
    const parsed = parse({
      length: '6',
      recipientName: '  Mira \n Bai ',
      recipientEmail: ' Mira@Example.com ',
      when: 'day',
      day: '2027-02-14',
      message: ' One\r\n\r\n\r\n\r\nTwo ',
    })
    expect(parsed).toEqual({
      ok: true,
      value: {
        length: 6,
        recipient: { name: 'Mira Bai', email: 'mira@example.com' },
        day: '2027-02-14',
        message: 'One\n\nTwo',
        senderName: 'Asha',
        buyerEmail: 'asha@example.com',
      },
    })
    expect(parsed.ok && isAcceptedByServer(parsed.value)).toBe(true)
  })

  it('has no recipient and no day if it’s given in person, whatever was typed before', () => {
    expect(
      parse({ delivery: 'self', recipientEmail: 'x', when: 'day', day: 'never' }),
    ).toMatchObject({ ok: true, value: { recipient: null, day: null } })
  })
})

describe('a field of the gift form', () => {
  it('has a problem if it’s empty, except the message', () => {
    const problems = findProblems(emptyGiftFields)
    expect(Object.keys(problems)).toEqual([
      'recipientName',
      'recipientEmail',
      'senderName',
      'buyerEmail',
    ])
    expect(findFirstProblem(problems)).toBe('recipientName')
    expect(findFirstProblem({ buyerEmail: 'x', message: 'x' })).toBe('message')
    expect(findFirstProblem({})).toBeUndefined()
  })

  it.each([
    ['yesterday', addDays(today, -1), 'has passed'],
    ['more than a year ahead', addDays(today, 366), 'within a year'],
    ['29 February of another year', '2027-02-29', 'Choose a day'],
    ['nothing', '', 'Choose a day'],
  ])('refuses %s as the day', (_, day, problem) => {
    expect(findProblems({ when: 'day', day }).day).toContain(problem)
  })

  it('counts the day in the publication’s time zone', () => {
    // In UTC it is still the 23rd.
    expect(today).toBe('2026-11-24')
    expect(findProblems({ when: 'day', day: '2026-11-23' }).day).toContain('has passed')
    expect(findProblems({ when: 'day', day: '2026-11-24' })).toEqual({})
    expect(findProblems({ when: 'day', day: addDays(today, 365) })).toEqual({})
  })

  it('says what to change in a name', () => {
    expect(findProblems({ recipientName: 'md.in' }).recipientName).toContain('a space after')
    expect(findProblems({ recipientName: 'see//evil.example' }).recipientName).toContain('links')
    expect(findProblems({ recipientName: 'Md.Rahim' })).toEqual({})
  })

  it('counts a message’s characters as people do', () => {
    expect(findProblems({ message: '👩‍👩‍👧‍👦'.repeat(200) })).toEqual({})
    expect(findProblems({ message: '👩‍👩‍👧‍👦'.repeat(600) }).message).toContain('fewer emoji')
    expect(findProblems({ message: 'a'.repeat(601) }).message).toContain('by 1 character.')
    expect(findProblems({ message: '<b>not bold</b>' })).toEqual({})
    for (const message of ['Claim at https://evil.example/x', 'See evil.com', 'a@example.com'])
      expect([
        findProblems({ message }).message,
        isAcceptedByServer({ ...(parse({}) as { value: object }).value, message }),
      ]).toEqual([expect.stringContaining('Remove links'), false])
    expect(findProblems({ message: 'a\u202eb' }).message).toContain(
      'characters that we can’t print',
    )
  })
})

it('the gift form warns if the recipient’s address is the buyer’s', () => {
  expect(isOwnAddress({ ...filled, recipientEmail: 'ASHA@example.com ' })).toBe(true)
  expect(isOwnAddress(filled)).toBe(false)
  expect(isOwnAddress({ ...filled, recipientEmail: filled.buyerEmail, delivery: 'self' })).toBe(
    false,
  )
  expect(isOwnAddress({ ...emptyGiftFields })).toBe(false)
})

it.each([undefined, null, 5, 'x', [], { length: 6, message: {} }])(
  'fields that a reader has changed in storage are replaced: %s',
  (stored) => expect(toGiftFields(stored)).toEqual(emptyGiftFields),
)
