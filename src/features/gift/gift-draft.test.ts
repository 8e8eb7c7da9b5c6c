import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

beforeEach(() => {
  vi.useFakeTimers()
  createTestBrowser().loadPage()
  clearGiftDraft()
})
afterEach(() => void vi.useRealTimers())

it('what a gift’s buyer has typed is restored until the gift is paid', () => {
  expect(readGiftDraft()).toBeNull()
  const typed = { ...emptyGiftFields, message: 'Half a sentence' }
  storeGiftDraft(typed)
  expect(readGiftDraft()).toEqual(typed)
  clearGiftDraft()
  expect(readGiftDraft()).toBeNull()
})

it('the same gift order has the same request id, and another order has a different request id', () => {
  const id = getGiftRequestId(order)
  vi.advanceTimersByTime(hour)
  expect(getGiftRequestId({ ...order })).toBe(id)
  const changed = getGiftRequestId({ ...order, length: 6 })
  expect(changed).not.toBe(id)
  expect(getGiftRequestId({ ...order, length: 6 })).toBe(changed)
})

it('a declined gift order is started again with the entered data', () => {
  storeGiftDraft(emptyGiftFields)
  const id = getGiftRequestId(order)
  forgetGiftRequest()
  expect(getGiftRequestId(order)).not.toBe(id)
  expect(readGiftDraft()).toEqual(emptyGiftFields)
})

it('an old or paid gift order is started again', () => {
  const id = getGiftRequestId(order)
  vi.advanceTimersByTime(3 * hour)
  expect(getGiftRequestId(order)).not.toBe(id)
  const latest = getGiftRequestId(order)
  clearGiftDraft()
  expect(getGiftRequestId(order)).not.toBe(latest)
})

it('a browser that blocks storage still starts one payment for one gift order', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const id = getGiftRequestId(order)
  expect(getGiftRequestId(order)).toBe(id)
})
