import { beforeEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../browser/testing/test-browser.ts'
import { hour } from '../../domain/duration.ts'
import {
  clearGiftDraft,
  forgetGiftRequest,
  getGiftRequestId,
  readGiftDraft,
  storeGiftDraft,
} from './gift-draft.ts'
import { emptyGiftFields, type GiftOrderFields } from './gift-fields.ts'

const order: GiftOrderFields = {
  length: 12,
  recipient: null,
  day: null,
  message: '',
  senderName: 'Asha',
  buyerEmail: 'asha@example.com',
}
const now = Date.parse('2026-11-23T10:00:00Z')

beforeEach(() => {
  createTestBrowser().loadPage()
  clearGiftDraft()
})

it('what a gift’s buyer has typed is restored until the gift is paid', () => {
  expect(readGiftDraft()).toBeNull()
  const typed = { ...emptyGiftFields, message: 'Half a sentence' }
  storeGiftDraft(typed)
  expect(readGiftDraft()).toEqual(typed)
  clearGiftDraft()
  expect(readGiftDraft()).toBeNull()
})

it('the same gift order has the same request id, and another order has a different request id', () => {
  const id = getGiftRequestId(order, now)
  expect(getGiftRequestId({ ...order }, now + hour)).toBe(id)
  const changed = getGiftRequestId({ ...order, length: 6 }, now + hour)
  expect(changed).not.toBe(id)
  expect(getGiftRequestId({ ...order, length: 6 }, now + hour)).toBe(changed)
})

it('a declined gift order is started again with the entered data', () => {
  storeGiftDraft(emptyGiftFields)
  const id = getGiftRequestId(order, now)
  forgetGiftRequest()
  expect(getGiftRequestId(order, now)).not.toBe(id)
  expect(readGiftDraft()).toEqual(emptyGiftFields)
})

it('an old or paid gift order is started again', () => {
  const id = getGiftRequestId(order, now)
  expect(getGiftRequestId(order, now + 3 * hour)).not.toBe(id)
  const latest = getGiftRequestId(order, now)
  clearGiftDraft()
  expect(getGiftRequestId(order, now)).not.toBe(latest)
})

it('a browser that blocks storage still starts one payment for one gift order', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const id = getGiftRequestId(order, now)
  expect(getGiftRequestId(order, now)).toBe(id)
})
